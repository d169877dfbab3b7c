import type { ReactElement, JSX as ReactJsx, ReactNode } from 'react';

/** Arco's type declarations still use types that React 19 moved: the global JSX namespace and ReactText. */
declare global {
  namespace JSX {
    type Element = ReactJsx.Element;
    type ElementClass = ReactJsx.ElementClass;
    interface IntrinsicElements extends ReactJsx.IntrinsicElements {}
    interface IntrinsicAttributes extends ReactJsx.IntrinsicAttributes {}
  }
}
declare module 'react' {
  type ReactText = string | number;
}
export type NodeOrElement = ReactElement | ReactNode;
