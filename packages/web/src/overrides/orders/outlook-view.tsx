import { order, type RefundOutlook } from '@gantry/core';
import { useFormat, useSay } from '../../i18n/index.ts';
import { FigureRows } from './figure-rows.tsx';

const { output } = order.actions.refundPreview;

/** What a refund does beyond the points: to the membership, its quotas, shares and rewards. */
export function OutlookView({ outlook }: { readonly outlook: RefundOutlook }) {
  return (
    <>
      <Membership outlook={outlook} />
      {outlook.quotas.length > 0 && <Quotas quotas={outlook.quotas} />}
      {outlook.shares.length > 0 && <Shares shares={outlook.shares} />}
      {outlook.rewards.length > 0 && <Rewards rewards={outlook.rewards} />}
    </>
  );
}

function Membership({ outlook }: { readonly outlook: RefundOutlook }) {
  const say = useSay();
  const format = useFormat();
  const { membershipDays, membershipEnds, membershipUntil } = outlook;
  if (membershipEnds) return <p>{say(output.membershipEnds.label)}</p>;
  if (!membershipDays || membershipUntil === null) return null;
  return (
    <p>
      {say(output.membershipUntil.label)} {format.time(membershipUntil)}
    </p>
  );
}

function Quotas({ quotas }: Pick<RefundOutlook, 'quotas'>) {
  const say = useSay();
  const format = useFormat();
  const columns = [output.granted, output.used, output.takenBack, output.left].map(({ label }) => say(label));
  const rows = quotas.map(({ capability, period, modelGroup, ...points }) => ({
    key: `${capability} ${period} ${modelGroup}`,
    name: [say(output.capability.options[capability]), say(output.period.options[period]), modelGroup]
      .filter((part) => part !== null)
      .join(' · '),
    cells: [points.granted, points.used, points.takenBack, points.left].map((value) => format.number(value)),
  }));
  return <FigureRows title={say(output.quotas.label)} columns={columns} rows={rows} />;
}

function Shares({ shares }: Pick<RefundOutlook, 'shares'>) {
  const say = useSay();
  const { money } = useFormat();
  const columns = [output.shareBack, output.shareKept].map(({ label }) => say(label));
  const rows = shares.map(({ payeeKind, payeeId, shareBack, shareKept }) => ({
    key: `${payeeKind} ${payeeId}`,
    name: `${say(output.payeeKind.options[payeeKind])} #${payeeId}`,
    cells: [money(shareBack), money(shareKept)],
  }));
  return <FigureRows title={say(output.shares.label)} columns={columns} rows={rows} />;
}

function Rewards({ rewards }: Pick<RefundOutlook, 'rewards'>) {
  const say = useSay();
  const format = useFormat();
  const columns = [output.rewardBack, output.rewardStays].map(({ label }) => say(label));
  const rows = rewards.map(({ rewarded, rewardAsset, rewardBack, rewardStays }) => ({
    key: `${rewarded} ${rewardAsset}`,
    name: `#${rewarded} · ${say(output.rewardAsset.options[rewardAsset])}`,
    cells: [format.number(rewardBack), format.number(rewardStays)],
  }));
  return <FigureRows title={say(output.rewards.label)} columns={columns} rows={rows} />;
}
