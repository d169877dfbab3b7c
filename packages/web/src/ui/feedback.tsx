import '@arco-design/web-react/es/Alert/style/css.js';
import '@arco-design/web-react/es/Progress/style/css.js';
import '@arco-design/web-react/es/Skeleton/style/css.js';
import '@arco-design/web-react/es/Spin/style/css.js';
import {
  type AlertProps,
  Alert as ArcoAlert,
  Progress as ArcoProgress,
  Skeleton as ArcoSkeleton,
  Spin as ArcoSpin,
  type ProgressProps,
  type SkeletonProps,
  type SpinProps,
} from '@arco-design/web-react';
import type { PropsWithChildren } from 'react';

export type { AlertProps, ProgressProps };

/** Components of ours, so that their styles come with them. */
export function Alert(props: PropsWithChildren<AlertProps>) {
  return <ArcoAlert {...props} />;
}

export function Progress(props: PropsWithChildren<ProgressProps>) {
  return <ArcoProgress {...props} />;
}

export function Skeleton(props: PropsWithChildren<SkeletonProps>) {
  return <ArcoSkeleton {...props} />;
}

export function Spin(props: PropsWithChildren<SpinProps>) {
  return <ArcoSpin {...props} />;
}
