import { h } from 'vue';
import DefaultTheme from 'vitepress/theme';
import './custom.css';
import HomeIdea from './HomeIdea.vue';

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, undefined, { 'home-hero-image': () => h(HomeIdea) }),
};
