import '@arco-design/web-react/es/Alert/style/css.js';
import '@arco-design/web-react/es/Progress/style/css.js';
import '@arco-design/web-react/es/Skeleton/style/css.js';
import '@arco-design/web-react/es/Spin/style/css.js';

export { Alert, type AlertProps, Progress, type ProgressProps, Skeleton, Spin } from '@arco-design/web-react';
