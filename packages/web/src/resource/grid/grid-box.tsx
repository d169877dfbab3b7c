import { createElement, type HTMLAttributes, type Ref } from 'react';

type Role = 'grid' | 'row' | 'columnheader' | 'gridcell' | 'rowgroup';

/** Rows that are placed in a window cannot be a `<table>`, so the roles are said outright. */
export function GridBox({
  role,
  ...props
}: HTMLAttributes<HTMLDivElement> & { readonly role: Role; readonly ref?: Ref<HTMLDivElement> }) {
  return createElement('div', { role, ...props });
}
