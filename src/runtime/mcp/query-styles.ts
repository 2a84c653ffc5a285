export { styled as styles } from '../client/styles.ts';
