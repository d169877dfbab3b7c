import '@arco-design/web-react/es/Skeleton/style/css.js';
import { Skeleton as ArcoSkeleton, type SkeletonProps } from '@arco-design/web-react';
import type { PropsWithChildren } from 'react';

/** Wraps Arco's component, so that its style is loaded with it. */
export function Skeleton(props: PropsWithChildren<SkeletonProps>) {
  return <ArcoSkeleton {...props} />;
}
