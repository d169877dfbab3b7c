import { order, type RefundPreviewAnswer } from '@gantry/core';
import type { ReactNode } from 'react';
import { useFormat, useSay } from '../../app/i18n/index.ts';

const { output } = order.actions.previewRefund;

/** The effects of a refund beyond the credits: on the membership, its quotas, commissions and rewards. */
export function PreviewView({ preview }: { readonly preview: RefundPreviewAnswer }) {
  return (
    <>
      <Membership preview={preview} />
      {preview.quotas.length > 0 && <Quotas quotas={preview.quotas} />}
      {preview.shares.length > 0 && <Shares shares={preview.shares} />}
      {preview.rewards.length > 0 && <Rewards rewards={preview.rewards} />}
    </>
  );
}

function Membership({ preview }: { readonly preview: RefundPreviewAnswer }) {
  const localize = useSay();
  const format = useFormat();
  const { membershipDays, membershipEnds, membershipUntil } = preview;
  if (membershipEnds) return <p>{localize(output.membershipEnds.label)}</p>;
  if (!membershipDays || membershipUntil === null) return null;
  return (
    <p>
      {localize(output.membershipUntil.label)} {format.time(membershipUntil)}
    </p>
  );
}

function Quotas({ quotas }: Pick<RefundPreviewAnswer, 'quotas'>) {
  const localize = useSay();
  const format = useFormat();
  const columns = [output.granted, output.used, output.reclaimed, output.left].map(({ label }) => localize(label));
  const rows = quotas.map(({ capability, period, modelGroup, ...credits }) => ({
    key: `${capability} ${period} ${modelGroup}`,
    name: [localize(output.capability.options[capability]), localize(output.period.options[period]), modelGroup]
      .filter((part) => part !== null)
      .join(' · '),
    cells: [credits.granted, credits.used, credits.reclaimed, credits.left].map((value) => format.number(value)),
  }));
  return <FigureRows title={localize(output.quotas.label)} columns={columns} rows={rows} />;
}

function Shares({ shares }: Pick<RefundPreviewAnswer, 'shares'>) {
  const localize = useSay();
  const { money } = useFormat();
  const columns = [output.shareBack, output.retainedShare].map(({ label }) => localize(label));
  const rows = shares.map(({ payeeKind, payeeId, shareBack, retainedShare }) => ({
    key: `${payeeKind} ${payeeId}`,
    name: `${localize(output.payeeKind.options[payeeKind])} #${payeeId}`,
    cells: [money(shareBack), money(retainedShare)],
  }));
  return <FigureRows title={localize(output.shares.label)} columns={columns} rows={rows} />;
}

function Rewards({ rewards }: Pick<RefundPreviewAnswer, 'rewards'>) {
  const localize = useSay();
  const format = useFormat();
  const columns = [output.rewardBack, output.rewardStays].map(({ label }) => localize(label));
  const rows = rewards.map(({ rewarded, rewardAsset, rewardBack, rewardStays }) => ({
    key: `${rewarded} ${rewardAsset}`,
    name: `#${rewarded} · ${localize(output.rewardAsset.options[rewardAsset])}`,
    cells: [format.number(rewardBack), format.number(rewardStays)],
  }));
  return <FigureRows title={localize(output.rewards.label)} columns={columns} rows={rows} />;
}

interface FigureRow {
  readonly key: string;
  readonly name: ReactNode;
  /** One cell per column. */
  readonly cells: readonly ReactNode[];
  /** Whether its last number is a shortfall. */
  readonly short?: boolean;
}

interface FigureRowsProps {
  /** Heading of the rows. */
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly FigureRow[];
}

/** Numbers of a refund: one labeled row per item. */
export function FigureRows({ title, columns, rows }: FigureRowsProps) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, cells, short = false }) => (
          <tr key={key} className={short ? 'is-short' : ''}>
            <th scope="row">{name}</th>
            {cells.map((cell, at) => (
              <td key={columns[at]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
