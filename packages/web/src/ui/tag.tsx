import '@arco-design/web-react/es/Tag/style/css.js';
import './tag.css';
import { Tag as ArcoTag, type TagProps } from '@arco-design/web-react';
import type { PropsWithChildren } from 'react';

export type { TagProps };

/** A component of ours, so that its style comes with it. */
export function Tag(props: PropsWithChildren<TagProps>) {
  return <ArcoTag {...props} />;
}
