import '@arco-design/web-react/es/Pagination/style/css.js';
import { Pagination as ArcoPagination, type PaginationProps } from '@arco-design/web-react';
import type { PropsWithChildren } from 'react';

export type { PaginationProps };

/** A component of ours, so that its style comes with it. */
export function Pagination(props: PropsWithChildren<PaginationProps>) {
  return <ArcoPagination {...props} />;
}
