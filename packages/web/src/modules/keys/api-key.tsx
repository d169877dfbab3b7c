import { apiKey, canRun, getResourcePath, type KeyDayAnswer, keyErrors } from '@gantry/core';
import type { ImportedSlotProps, RecordSlotProps, Slots } from '../../resource/slots.ts';
import './key-day.css';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useFormat, useSay } from '../../app/i18n/index.ts';
import { useSession } from '../../app/session/index.ts';
import { type CellProps, FieldCell, useCalls, useWords } from '../../fields/index.ts';
import { ToneMark } from '../../fields/option-tag.tsx';
import { useAutoPress, usePress } from '../../resource/action/use-press.ts';
import { useSendAction } from '../../resource/action/use-send-action.ts';
import { FiguresTable } from '../../ui/charts/figures-table.tsx';
import { LineChart } from '../../ui/charts/line-chart.tsx';
import { Alert, Button, useToast } from '../../ui/index.ts';
import { ErrorState, Loading } from '../../ui/parts/index.ts';
import { KeyGroupInput } from './key-group-input.tsx';

const { stats } = apiKey.actions;
const { calls, succeeded, failed, unreported, successBps, averageMs, tokens, hour } = stats.output;
const sums = { calls, successBps, failed, unreported, averageMs, tokens };
/** Colors that distinguish succeeded and failed calls, on a light and on a dark background. */
const courseColors = { good: '#4CD263', bad: '#F53F3F' };
/** Length of a time up to the hour: `2026-11-22 13:00`. */
const hourLength = 16;

/** The calls with a key in the last day: totals, a chart and a table. */
function KeyDay({ record }: RecordSlotProps) {
  const localize = useSay();
  const { rights } = useSession();
  const { call } = useCalls();
  const may = canRun(rights, apiKey, stats).ok;
  const query = useQuery({
    queryKey: ['key day', record.id, record.version],
    enabled: may,
    staleTime: 0,
    queryFn: ({ signal }) => call<KeyDayAnswer>(getResourcePath(apiKey.name, 'stats'), { id: record.id }, { signal }),
  });
  if (!may) return null;
  return (
    <section className="key-day" aria-label={localize(stats.label)}>
      <h3>{localize(stats.label)}</h3>
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
          <LineChart label={localize(stats.label)} days={points} series={series} />
          <FiguresTable caption={localize(stats.label)} axis={localize(hour.label)} points={points} series={series} />
        </>
      ) : null}
    </>
  );
}

/** A key has a one-click test and shows statistics of its calls; imported keys are tested before use. */
export const slots: Slots = {
  footer: KeyDay,
  input: { keyGroup: KeyGroupInput },
  cell: { successBps: SuccessCell },
  placed: ['stats', 'groups'],
  rowExtra: { label: apiKey.actions.test.label, body: TestKey },
  imported: {
    choice: {
      zh: '导入后测试新密钥，被上游拒绝的自动停用',
      en: 'Test new keys afterwards. Keys that the upstream rejects are disabled.',
    },
    body: TestNewKeys,
  },
};

/** Success rates below these shares, in basis points, are shown as a failure or a warning. */
const poorBps = 5_000;
const fairBps = 9_000;

/** The success rate, marked when it is low: a key may be active although its calls fail. */
function SuccessCell({ field, name, record }: CellProps) {
  const value = record[name];
  const cell = <FieldCell field={field} name={name} record={record} />;
  if (typeof value !== 'number' || value >= fairBps) return cell;
  const tone = value < poorBps ? 'bad' : 'warn';
  return (
    <span className={`option-tag tone-${tone}`}>
      <ToneMark tone={tone} />
      {cell}
    </span>
  );
}

/** Queues a test of all untested keys; those that the upstream rejects are disabled. */
function TestNewKeys({ resource, refresh, wanted }: ImportedSlotProps) {
  const t = useWords();
  const { number } = useFormat();
  const send = useSendAction(resource);
  const [queued, setQueued] = useState<number | null>(null);
  const { busy, press } = usePress(async (key) => {
    const answer = await send('testAll', null, { untestedOnly: true }, key);
    setQueued((answer as { readonly queued: number }).queued);
    refresh();
  });
  useAutoPress(wanted, press);
  if (queued !== null) return <Alert type="success" content={t('resource.pool.queued', { count: number(queued) })} />;
  return (
    <Alert
      type="info"
      content={t('resource.pool.why')}
      action={
        <Button size="small" loading={busy} onClick={press}>
          {t('resource.pool.testNew')}
        </Button>
      }
    />
  );
}

interface Tested {
  readonly ok: boolean;
  readonly errorCode: string | null;
  readonly ms: number;
  /** The current status of the key as text. */
  readonly state: string;
}

/** Tests a key and shows the result immediately; the menu offers other models. */
function TestKey({ resource, record, refresh }: RecordSlotProps) {
  const t = useWords();
  const localize = useSay();
  const toast = useToast();
  const { number } = useFormat();
  const { rights } = useSession();
  const send = useSendAction(resource);
  const { busy, press } = usePress(async (key) => {
    try {
      const { ok, errorCode, ms, state } = (await send('test', record, {}, key)) as Tested;
      const why = errorCode !== null && Object.hasOwn(keyErrors, errorCode) ? keyErrors[errorCode] : undefined;
      const code = why ? localize(why) : (errorCode ?? '');
      const reported = { name: String(record.name), ms: number(ms), code, state };
      if (ok) toast.success(t('resource.pool.passed', reported));
      else toast.error(t('resource.pool.failed', reported));
    } finally {
      refresh();
    }
  });
  if (!canRun(rights, apiKey, apiKey.actions.test).ok) return null;
  return (
    <Button type="text" size="mini" loading={busy} onClick={press}>
      {t('resource.pool.test')}
    </Button>
  );
}
