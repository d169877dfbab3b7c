import '@arco-design/web-react/es/Pagination/style/css.js';

export { Pagination, type PaginationProps } from '@arco-design/web-react';
