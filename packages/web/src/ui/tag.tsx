import '@arco-design/web-react/es/Tag/style/css.js';
import './tag.css';
import { Tag as ArcoTag, type TagProps } from '@arco-design/web-react';
import type { PropsWithChildren } from 'react';

export type { TagProps };

/** Wraps Arco's component, so that its style is loaded with it. */
export function Tag(props: PropsWithChildren<TagProps>) {
  return <ArcoTag {...props} />;
}
