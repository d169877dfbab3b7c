import { createElement, type HTMLAttributes, type Ref } from 'react';

type Role = 'grid' | 'row' | 'columnheader' | 'gridcell' | 'rowgroup';

/** Virtualized rows cannot be a `<table>`, so the ARIA roles are explicit. */
export function GridBox({
  role,
  ...props
}: HTMLAttributes<HTMLDivElement> & { readonly role: Role; readonly ref?: Ref<HTMLDivElement> }) {
  return createElement('div', { role, ...props });
}
