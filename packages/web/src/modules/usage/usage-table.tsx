import {
  costPerYuan,
  kebab,
  ledgerEntry,
  toGroupFilters,
  type UsageDimension,
  type UsageGroup,
  type UsageMeasure,
  type UsageReportAnswer,
  type UsageSums,
  usageDimensions,
  usageRecord,
  usageReport,
} from '@gantry/core';
import { Link } from 'react-router-dom';
import type { Format } from '../../app/i18n/format-context.tsx';
import { useFormat, useSay } from '../../app/i18n/index.ts';
import { Tag } from '../../ui/index.ts';
import { isTime, type UsageQuery, type UsageWords, useUsageWords } from './use-usage-url.ts';

interface Column {
  readonly key: string;
  readonly title: string;
  readonly text: (sums: UsageSums) => string;
}

/** Returns the totals as table columns. */
export function sumColumns(t: UsageWords, format: Format): Column[] {
  const { number } = format;
  return [
    { key: 'requests', title: t('usage.requests'), text: (sums) => number(sums.requests) },
    { key: 'failed', title: t('usage.failed'), text: (sums) => number(sums.failed) },
    { key: 'tokens', title: t('usage.tokens'), text: (sums) => number(sums.promptTokens + sums.completionTokens) },
    { key: 'coin', title: t('usage.coin'), text: (sums) => number(sums.chargedCoin) },
    { key: 'compute', title: t('usage.compute'), text: (sums) => number(sums.chargedCompute) },
    { key: 'cost', title: t('usage.cost'), text: (sums) => (sums.upstreamCost / costPerYuan).toFixed(2) },
  ];
}

/** Groups of a page with their totals, and the overall totals at the bottom. */
export function UsageTable({
  answer,
  usageQuery,
}: {
  readonly answer: UsageReportAnswer;
  readonly usageQuery: UsageQuery;
}) {
  const t = useUsageWords();
  const localize = useSay();
  const columns = sumColumns(t, useFormat());
  const isCompared = answer.items.some(({ usual }) => usual !== undefined);
  const isRanking = !answer.by.some(isTime);
  const titles = answer.by.map((name) => ({ name, title: localize(usageDimensions[name]) }));
  return (
    <div className="usage-scroll">
      <table className="usage-table">
        <caption className="unseen">{localize(usageReport.label)}</caption>
        <thead>
          <tr>
            {titles.map(({ name, title }) => (
              <th key={name} scope="col">
                {title}
              </th>
            ))}
            {columns.map(({ key, title }) => (
              <th key={key} scope="col" className="number">
                {title}
              </th>
            ))}
            {isRanking ? (
              <th scope="col" className="number">
                {t('usage.share')}
              </th>
            ) : null}
            {isCompared ? (
              <th scope="col" className="number" title={t('usage.usualHelp')}>
                {t('usage.usual')}
              </th>
            ) : null}
            <th scope="col">{t('usage.open')}</th>
          </tr>
        </thead>
        <tbody>
          {answer.items.map((group) => (
            <UsageRow
              key={JSON.stringify(group.keys)}
              group={group}
              by={answer.by}
              columns={columns}
              usageQuery={usageQuery}
              {...(isRanking ? { share: getShare(group, answer.totals, usageQuery.measure) } : {})}
            />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={answer.by.length}>
              {t('usage.totals')}
            </th>
            {columns.map(({ key, text }) => (
              <td key={key} className="number">
                {text(answer.totals)}
              </td>
            ))}
            {isRanking ? <td /> : null}
            {isCompared ? <td /> : null}
            <td />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

interface UsageRowProps {
  readonly group: UsageGroup;
  readonly by: readonly UsageDimension[];
  readonly columns: readonly Column[];
  readonly usageQuery: UsageQuery;
  /** Its part of the total, from 0 to 1; only in a ranking. */
  readonly share?: number;
}

/** The part of a group in the total of a measure, from 0 to 1. */
function getShare(group: UsageSums, totals: UsageSums, measure: UsageMeasure): number {
  const total = measureOf(totals, measure);
  return total === 0 ? 0 : measureOf(group, measure) / total;
}

function measureOf(sums: UsageSums, measure: UsageMeasure): number {
  switch (measure) {
    case 'requests':
      return sums.requests;
    case 'tokens':
      return sums.promptTokens + sums.completionTokens;
    case 'cost':
      return sums.upstreamCost;
    case 'coin':
      return sums.chargedCoin;
    case 'compute':
      return sums.chargedCompute;
    case 'credits':
      return sums.chargedCoin + sums.chargedCompute;
  }
}

function UsageRow({ group, by, columns, usageQuery, share }: UsageRowProps) {
  const t = useUsageWords();
  const format = useFormat();
  const [first, ...rest] = by;
  const user = Number(group.keys.user ?? usageQuery.userId ?? 0);
  return (
    <tr>
      {first ? <th scope="row">{group.labels[first]}</th> : null}
      {rest.map((name) => (
        <td key={name}>{group.labels[name]}</td>
      ))}
      {columns.map(({ key, text }) => (
        <td key={key} className="number">
          {text(group)}
        </td>
      ))}
      {share === undefined ? null : (
        <td className="usage-share">
          {format.percent(share * 100)}
          <meter min={0} max={1} value={share} aria-hidden="true" />
        </td>
      )}
      {group.usual === undefined ? null : (
        <td className="number">
          <Usual credits={group.chargedCoin + group.chargedCompute} usual={group.usual} />
        </td>
      )}
      <td className="usage-links">
        {user > 0 ? <Link to={listOf(ledgerEntry.name, { userId: [user] })}>{t('usage.ledger')}</Link> : null}
        <Link to={listOf(usageRecord.name, toGroupFilters(group, usageQuery))}>{t('usage.records')}</Link>
      </td>
    </tr>
  );
}

/** The ratio to the usual value from which an amount is highlighted. */
const muchMore = 2;

/** The usual value of a group, and the ratio of the current one. */
function Usual({ credits, usual }: { readonly credits: number; readonly usual: number | null }) {
  const t = useUsageWords();
  const { number } = useFormat();
  if (usual === null) return '–';
  const times = usual === 0 ? null : credits / usual;
  const word = times === null ? t('usage.unseen') : t('usage.times', { times: number(Math.round(times * 10) / 10) });
  const isMore = credits > 0 && (times === null || times >= muchMore);
  return (
    <>
      {number(usual)}{' '}
      {isMore ? (
        <Tag size="small" color="orange">
          {word}
        </Tag>
      ) : null}
    </>
  );
}

/** Returns the URL of a filtered list of this page. */
function listOf(name: string, filters: object): string {
  const params = new URLSearchParams({ tab: kebab(name), f: JSON.stringify(filters) });
  return `${usageReport.path}?${params}`;
}
