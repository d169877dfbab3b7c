import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

/** What is open over the list. */
export type Opened =
  | { readonly kind: 'none' }
  | { readonly kind: 'new'; readonly like: number | null }
  | { readonly kind: 'view'; readonly id: number; readonly tab: string }
  | { readonly kind: 'edit'; readonly id: number };

const names = ['id', 'view', 'edit', 'new', 'like'] as const;

function getId(text: string | null): number | null {
  const value = Number(text);
  return text !== null && Number.isSafeInteger(value) && value > 0 ? value : null;
}

export function decodeOpened(params: URLSearchParams): Opened {
  if (params.get('new') === '1') return { kind: 'new', like: getId(params.get('like')) };
  const id = getId(params.get('id'));
  if (id === null) return { kind: 'none' };
  return params.get('edit') === '1' ? { kind: 'edit', id } : { kind: 'view', id, tab: params.get('view') ?? '' };
}

/** Returns the URL parameters with something else open. */
export function withOpened(params: URLSearchParams, opened: Opened): URLSearchParams {
  const result = new URLSearchParams(params);
  for (const name of names) result.delete(name);
  if (opened.kind === 'new') {
    result.set('new', '1');
    if (opened.like !== null) result.set('like', String(opened.like));
  } else if (opened.kind !== 'none') result.set('id', String(opened.id));
  if (opened.kind === 'edit') result.set('edit', '1');
  if (opened.kind === 'view' && opened.tab !== '') result.set('view', opened.tab);
  return result;
}

/** The open record is in the URL, so that it can be shared and closed with the back button. */
export function useRecordUrl() {
  const [params, setParams] = useSearchParams();
  const opened = useMemo(() => decodeOpened(params), [params]);
  const open = useCallback(
    (next: Opened, replace = false) => setParams((now) => withOpened(now, next), { replace }),
    [setParams],
  );
  const hrefOf = useCallback((next: Opened) => `?${withOpened(params, next)}`, [params]);
  return { opened, open, hrefOf };
}
