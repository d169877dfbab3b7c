import '@arco-design/web-react/es/Tag/style/css.js';

export { Tag, type TagProps } from '@arco-design/web-react';
