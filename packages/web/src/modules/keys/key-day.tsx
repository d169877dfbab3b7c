import './key-day.css';
import { apiKey, canRun, getResourcePath, type KeyDayAnswer } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useFormat, useSay } from '../../app/i18n/index.ts';
import { useSession } from '../../app/session/index.ts';
import { FieldCell, useCalls } from '../../fields/index.ts';
import type { RecordSlotProps } from '../../resource/slots.ts';
import { FiguresTable } from '../../ui/charts/figures-table.tsx';
import { LineChart } from '../../ui/charts/line-chart.tsx';
import { ErrorState, Loading } from '../../ui/parts/index.ts';

const { day } = apiKey.actions;
const { calls, succeeded, failed, unreported, successBps, averageMs, tokens, hour } = day.output;
const sums = { calls, successBps, failed, unreported, averageMs, tokens };
/** What went well and what did not are told apart at a glance, on a light and on a dark ground. */
const courseColors = { good: '#4CD263', bad: '#F53F3F' };
/** As much of a time as an hour needs: `2026-11-22 13:00`. */
const hourLength = 16;

/** How the calls with a key went in the last day: a few figures, their course, and the course as a table. */
export function KeyDay({ record }: RecordSlotProps) {
  const localize = useSay();
  const { rights } = useSession();
  const { call } = useCalls();
  const may = canRun(rights, apiKey, day).ok;
  const query = useQuery({
    queryKey: ['key day', record.id, record.version],
    enabled: may,
    staleTime: 0,
    queryFn: ({ signal }) => call<KeyDayAnswer>(getResourcePath(apiKey.name, 'day'), { id: record.id }, { signal }),
  });
  if (!may) return null;
  return (
    <section className="key-day" aria-label={localize(day.label)}>
      <h3>{localize(day.label)}</h3>
      {query.isPending ? <Loading /> : null}
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data ? <Course answer={query.data} /> : null}
    </section>
  );
}

function Course({ answer }: { readonly answer: KeyDayAnswer }) {
  const localize = useSay();
  const format = useFormat();
  const { points, series } = useMemo(() => {
    return {
      points: answer.hours.map((one) => format.time(one.hour).slice(0, hourLength)),
      series: [
        {
          label: localize(succeeded.label),
          values: answer.hours.map((one) => one.succeeded),
          color: courseColors.good,
        },
        { label: localize(failed.label), values: answer.hours.map((one) => one.failed), color: courseColors.bad },
      ],
    };
  }, [answer, format, localize]);
  return (
    <>
      <dl className="key-figures">
        {Object.entries(sums).map(([name, field]) => (
          <div key={name}>
            <dt>{localize(field.label)}</dt>
            <dd>
              <FieldCell field={field} name={name} record={{ ...answer }} />
            </dd>
          </div>
        ))}
      </dl>
      {answer.calls > 0 ? (
        <>
          <LineChart label={localize(day.label)} days={points} series={series} />
          <FiguresTable caption={localize(day.label)} axis={localize(hour.label)} points={points} series={series} />
        </>
      ) : null}
    </>
  );
}
