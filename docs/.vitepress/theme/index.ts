import DefaultTheme from 'vitepress/theme';
import './titles.css';

export default DefaultTheme;
