import {
  type AnyResource,
  type ListAnswer,
  type ListQuery,
  type ListState,
  parseSort,
  resourcePath,
} from '@gantry/core';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTui } from '../parts/tui-context.ts';
import type { DataRecord } from './list-columns.ts';
import { withLabels } from './with-labels.ts';

/** Rows of a page that is fetched: some screens ahead, so that moving on rarely waits. */
const pageSize = 100;

export interface Rows {
  readonly items: readonly DataRecord[];
  readonly total: number;
  readonly capped: boolean;
  readonly loading: boolean;
  readonly failed: boolean;
  readonly next: string | null;
  readonly summary: ListAnswer['summary'];
}

const noRows: Rows = { items: [], total: 0, capped: false, loading: true, failed: false, next: null, summary: null };

/** The part of a list's state that decides which rows it has. */
type Asked = Pick<ListState, 'keyword' | 'filters' | 'sort'>;

/** What a list asks the server for; the cursor goes on where the last page ended. */
function queryOf(resource: AnyResource, state: Asked, cursor: string | null): ListQuery {
  const sort = state.sort ?? parseSort(resource.list.sort);
  return {
    pageSize,
    sort: [sort],
    ...(state.keyword === '' ? {} : { keyword: state.keyword }),
    ...(Object.keys(state.filters).length === 0 ? {} : { filters: state.filters }),
    ...(cursor === null ? {} : { cursor }),
  };
}

/**
 * Records of a list, page after page; an answer to an older question is thrown away. `rows` have what their values are called
 * beside them; `given` are the same records as the server told them.
 */
export function useRows(resource: AnyResource, state: ListState) {
  const tui = useTui();
  const { client } = tui;
  const [rows, setRows] = useState<Rows>(noRows);
  const asked = useRef(0);
  const { keyword, filters, sort } = state;
  const question = useMemo((): Asked => ({ keyword, filters, sort }), [keyword, filters, sort]);
  const answered = useRef<Asked | null>(null);
  const fetch = useCallback(
    async (cursor: string | null) => {
      asked.current += 1;
      const own = asked.current;
      setRows((known) => ({ ...known, loading: true, failed: false }));
      try {
        const query = queryOf(resource, question, cursor);
        const answer = await client.call<ListAnswer<DataRecord>>(resourcePath(resource.name, 'list'), query);
        if (own !== asked.current) return;
        answered.current = question;
        setRows((known) => ({
          items: cursor === null ? answer.items : [...known.items, ...answer.items],
          total: answer.total,
          capped: answer.totalIsCapped,
          loading: false,
          failed: false,
          next: answer.nextCursor,
          summary: answer.summary,
        }));
      } catch {
        if (own !== asked.current) return;
        // Rows that answer another question would stand under words that they do not match.
        const isOther = answered.current !== question;
        setRows((known) => ({ ...(isOther ? noRows : known), loading: false, failed: true }));
      }
    },
    [client, resource, question],
  );
  useEffect(() => {
    void fetch(null);
  }, [fetch]);
  const more = useCallback(() => {
    if (!rows.loading && rows.next !== null) void fetch(rows.next);
  }, [fetch, rows.loading, rows.next]);
  const change = useCallback((by: (items: readonly DataRecord[]) => readonly DataRecord[]) => {
    setRows((known) => ({ ...known, items: by(known.items) }));
  }, []);
  const told = useMemo(
    () => ({ ...rows, items: rows.items.map((record) => withLabels(resource, record, tui)) }),
    [resource, rows, tui],
  );
  return { rows: told, given: rows.items, more, reload: useCallback(() => void fetch(null), [fetch]), change };
}
