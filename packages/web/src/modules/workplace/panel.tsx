import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Skeleton } from '../../ui/index.ts';
import { ErrorState } from '../../ui/parts/index.ts';

interface PanelProps<T> {
  readonly title: string;
  readonly query: UseQueryResult<T>;
  /** Beside the title: choices, a time. */
  readonly extra?: ReactNode;
  readonly id?: string;
  readonly testId: string;
  /** Rows of the skeleton while the first answer is on its way. */
  readonly rows?: number;
  readonly children: (data: T) => ReactNode;
}

/** A card with a heading, which shows that it is loading, that it failed, or what it found. */
export function Panel<T>({ title, query, extra, id, testId, rows = 4, children }: PanelProps<T>) {
  const titleId = useId();
  const { data, error, refetch } = query;
  return (
    <section id={id} className="card panel" aria-labelledby={titleId} aria-busy={query.isPending} data-testid={testId}>
      <header className="panel-head">
        <h2 id={titleId}>{title}</h2>
        {extra ? <div className="panel-extra">{extra}</div> : null}
      </header>
      {data !== undefined ? (
        children(data)
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton animation text={{ rows }} />
      )}
    </section>
  );
}
