import './recall.css';
import { getResourcePath, recallRun } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useCalls, useWords } from '../../../fields/index.ts';
import type { RecordSlotProps } from '../../../resource/slots.ts';
import { saveRows } from '../../../resource/transfer/save-file.ts';
import { Button, Progress } from '../../../ui/index.ts';

interface Item {
  readonly id: number | null;
  readonly query: string;
  readonly expected: readonly string[];
  readonly rank: number | null;
  readonly got: readonly number[];
  readonly last: string | null;
}

interface Run {
  readonly status: string;
  readonly done: number;
  readonly total: number;
  readonly items: readonly Item[] | null;
}

const isOpen = ({ status }: Run) => status === 'queued' || status === 'running';
const lookEvery = 2_000;
/** Maximum number of rows on the page; the file contains all. */
const maxShown = 200;

/** Loads the current state of the run and polls while it is in progress. */
function useRun({ record, refresh }: RecordSlotProps): Run {
  const { call } = useCalls();
  const { id } = record;
  const given = record as unknown as Run;
  const { data: run } = useQuery({
    queryKey: ['recall run', id],
    queryFn: ({ signal }) => call<Run>(getResourcePath(recallRun.name, 'get'), { id }, { signal }),
    initialData: given,
    // Not cached: the next opening starts with the then current record.
    gcTime: 0,
    enabled: ({ state }) => isOpen(state.data ?? given),
    refetchInterval: lookEvery,
  });
  const open = isOpen(run);
  const wasOpen = useRef(open);
  useEffect(() => {
    if (wasOpen.current && !open) refresh();
    wasOpen.current = open;
  }, [open, refresh]);
  return run;
}

const describeItem = ({ expected, rank }: Item) =>
  expected.length === 0 ? 'noExpectation' : rank === null ? 'failed' : 'passed';

/** The progress of a test and the result of each question; failed ones come first. */
export function RunItems(props: RecordSlotProps) {
  const t = useWords();
  const { done, total, items, ...run } = useRun(props);
  const all = [...(items ?? [])].sort(
    (one, other) => Number(describeItem(one) !== 'failed') - Number(describeItem(other) !== 'failed'),
  );
  const heads = ['query', 'result', 'rank', 'expected', 'got'] as const;
  const getCells = (item: Item) => [
    item.query,
    t(`resource.recall.${describeItem(item)}`),
    item.rank === null ? '' : String(item.rank),
    item.expected.join('; '),
    item.got.join('; '),
  ];
  const save = () => {
    saveRows('recall.csv', [heads.map((name) => t(`resource.recall.${name}`)), ...all.map(getCells)]);
  };
  return (
    <section className="recall-recorded" data-testid="run-items">
      <h3>{t('resource.recall.each')}</h3>
      {isOpen({ done, total, items, ...run }) ? (
        <Progress percent={Math.round((100 * done) / Math.max(1, total))} aria-label={t('resource.recall.each')} />
      ) : null}
      {all.length === 0 ? null : (
        <>
          <Button onClick={save}>{t('resource.recall.download')}</Button>
          <table className="recall-items">
            <thead>
              <tr>
                {heads.map((name) => (
                  <th key={name}>{t(`resource.recall.${name}`)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {all.slice(0, maxShown).map((item, at) => (
                <tr key={`${item.id ?? at} ${item.query}`} className={describeItem(item)}>
                  {getCells(item).map((cell, column) => (
                    <td key={heads[column]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {all.length > maxShown ? (
            <p className="dim">{t('resource.recall.more', { count: all.length - maxShown })}</p>
          ) : null}
        </>
      )}
    </section>
  );
}
