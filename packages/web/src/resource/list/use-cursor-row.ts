import { useCallback, useState } from 'react';

interface CursorRow {
  readonly place: string;
  readonly index: number;
}

/** The row of the cursor; -1 before the first move. Different rows reset it. */
export function useCursorRow(place: string, count: number) {
  const [row, setRow] = useState<CursorRow>({ place, index: -1 });
  const active = row.place === place ? Math.min(row.index, count - 1) : -1;
  const set = useCallback((index: number) => setRow({ place, index }), [place]);
  const move = (step: number) => set(Math.min(Math.max(0, active + step), Math.max(0, count - 1)));
  return { active, set, move };
}
