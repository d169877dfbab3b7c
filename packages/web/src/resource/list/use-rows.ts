import { type AnyResource, type ListAnswer, type ListQuery, resourcePath, totalCap } from '@gantry/core';
import { keepPreviousData, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { FieldRecord } from '../../fields/index.ts';
import { useCalls } from '../../fields/index.ts';
import { blockSize, listBody, neededBlocks } from './list-query.ts';
import type { ListUrl } from './use-list-url.ts';

export interface Rows {
  /** Rows of the grid: of the page, or of all that match. */
  readonly count: number;
  readonly at: (index: number) => FieldRecord | undefined;
  /** How many match; null until it is known. */
  readonly total: number | null;
  readonly capped: boolean;
  /** Key of the page after this one; null when it is the last. */
  readonly next: string | null;
  readonly loading: boolean;
  readonly error: unknown;
  readonly refresh: () => void;
  readonly onWindow: (first: number, end: number) => void;
}

function listKey(resource: AnyResource): readonly string[] {
  return ['list', resource.name];
}

interface Blocks {
  readonly body: ListQuery;
  readonly size: number;
  readonly wanted: readonly number[];
  /** Key of the one block that is wanted, when the address has it. */
  readonly cursor: string | null;
  /** Rows of before stay until the new ones are there. */
  readonly keep: boolean;
}

/**
 * One call for one block of rows. The key of the block, from the one before it, spares the server the counting; without
 * it a block is asked for by number, which reaches as deep as rows are counted and no deeper.
 */
function useBlocks(resource: AnyResource, { body, size, wanted, cursor, keep }: Blocks) {
  const calls = useCalls();
  const queries = useQueryClient();
  const key = useMemo(() => [...listKey(resource), body], [resource, body]);
  const keyOf = (block: number) => {
    const before = block > 0 ? queries.getQueryData<ListAnswer>([...key, block - 1]) : undefined;
    return cursor ?? before?.nextCursor ?? null;
  };
  return useQueries({
    queries: wanted.map((block) => ({
      queryKey: [...key, block],
      enabled: keyOf(block) !== null || block * size <= totalCap,
      queryFn: ({ signal }: { signal: AbortSignal }) => {
        const at = keyOf(block);
        const place = at === null ? { page: block + 1 } : { cursor: at };
        const path = resourcePath(resource.name, 'list');
        return calls.call<ListAnswer>(path, { ...body, ...place }, { signal });
      },
      ...(keep ? { placeholderData: keepPreviousData } : {}),
    })),
  });
}

/** Any answer about these rows, also of a block that is out of sight by now: they all say how many there are. */
function useKnown(
  resource: AnyResource,
  body: ListQuery,
  answers: readonly { readonly data?: ListAnswer | undefined }[],
) {
  const queries = useQueryClient();
  const here = answers.find((answer) => answer.data)?.data;
  if (here) return here;
  const cached = queries.getQueriesData<ListAnswer>({ queryKey: [...listKey(resource), body] });
  return cached.find(([, data]) => data !== undefined)?.[1];
}

/** Rows of a scrolled list whose end is not known: as many as were seen, and some to scroll to. */
function openEnd(counted: number, lastBlock: number, size: number, more: boolean): number {
  return Math.max(counted, (lastBlock + (more ? 3 : 1)) * size);
}

/** The rows that the state of a list asks for, fetched as the window reaches them. */
export function useRows(resource: AnyResource, list: ListUrl, columns: readonly string[]): Rows {
  const { state, look, cursor } = list;
  const [span, setSpan] = useState({ first: 0, end: 0 });
  const queries = useQueryClient();
  const size = blockSize(state, look);
  const body = useMemo(() => listBody(resource, state, look, columns), [resource, state, look, columns]);
  const blocks = neededBlocks(state, look, span.first, span.end);
  const keep = look.flow === 'pages';
  const answers = useBlocks(resource, { body, size, wanted: blocks, cursor: keep ? cursor : null, keep });
  const loaded = new Map(answers.map((answer, at) => [blocks[at] ?? 0, answer.data] as const));
  const known = useKnown(resource, body, answers);
  const lastBlock = blocks.at(-1) ?? 0;
  const last = loaded.get(lastBlock);
  const scrolls = look.flow === 'scroll';
  const next = last?.nextCursor ?? null;
  const all = known?.totalIsCapped ? openEnd(known.total, lastBlock, size, next !== null) : (known?.total ?? 0);
  const pageRows = loaded.get(state.page - 1)?.items.length ?? 0;
  const loading = answers.some((answer) => answer.isFetching);
  const idle = known === undefined && loading ? Math.min(size, 20) : 0;
  return {
    count: idle > 0 ? idle : scrolls ? all : pageRows,
    at: (index) =>
      scrolls ? loaded.get(Math.floor(index / size))?.items[index % size] : loaded.get(state.page - 1)?.items[index],
    total: known?.total ?? null,
    capped: known?.totalIsCapped ?? false,
    next,
    loading,
    error: answers.find((answer) => answer.error)?.error ?? null,
    refresh: useCallback(() => void queries.invalidateQueries({ queryKey: listKey(resource) }), [queries, resource]),
    onWindow: useCallback((first: number, end: number) => {
      setSpan((now) => (now.first === first && now.end === end ? now : { first, end }));
    }, []),
  };
}
