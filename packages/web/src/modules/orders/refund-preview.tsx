import './orders.css';
import {
  getRefundable,
  getResourcePath,
  type OpenRefundRequest,
  order,
  type RefundPreviewAnswer,
  refund,
} from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useFormat } from '../../app/i18n/index.ts';
import { type FieldRecord, useCalls, useWords } from '../../fields/index.ts';
import type { ConfirmationSlotProps } from '../../resource/slots.ts';
import { Alert } from '../../ui/index.ts';
import { Loading } from '../../ui/parts/index.ts';
import { FigureRows, PreviewView } from './preview-view.tsx';

interface Preview extends RefundPreviewAnswer {
  readonly amount: number;
  readonly refundable: number;
  readonly delivered: boolean;
  readonly hasShortfall: boolean;
  readonly withoutShortfall: number;
  readonly parts: readonly RefundPart[];
  readonly openRequest: OpenRefundRequest | null;
}

/** The calls that preview an admin's refund and a user's refund request. */
const previews = {
  order: getResourcePath(order.name, 'previewRefund'),
  request: getResourcePath(refund.name, 'previewApprove'),
} as const;

/** Previews a refund of an amount; null sends no request. */
function usePreview(of: keyof typeof previews, record: FieldRecord | null, amount: number | null) {
  const calls = useCalls();
  return useQuery({
    queryKey: ['refund-preview', of, record?.id, record?.version, amount],
    enabled: amount !== null,
    retry: false,
    staleTime: 0,
    queryFn: () => calls.call<Preview>(previews[of], { id: record?.id, amount }),
  });
}

/** Returns the maximum pro rata refund without a shortfall. */
function getLess(preview: Preview | undefined, terms: unknown): number | null {
  if (!preview?.hasShortfall || terms !== 'prorate' || preview.withoutShortfall === 0) return null;
  return preview.withoutShortfall;
}

const getTypedAmount = ({ amount }: ConfirmationSlotProps['values']) =>
  typeof amount === 'number' && amount > 0 ? amount : null;

/** What a refund of the typed amount would reclaim, and the user's open refund request. */
export function RefundPreview({ record, values }: ConfirmationSlotProps) {
  const amount = getTypedAmount(values);
  if (amount === null) return <Left left={getRefundable(record)} />;
  return <Outcome of="order" record={record} amount={amount} values={values} />;
}

/** The preview for a refund request: uses the requested amount while none is typed. */
export function ApprovalPreview({ record, values }: ConfirmationSlotProps) {
  const requested = typeof record?.amount === 'number' ? record.amount : null;
  return <Outcome of="request" record={record} amount={getTypedAmount(values) ?? requested} values={values} />;
}

interface OutcomeProps extends Pick<ConfirmationSlotProps, 'record' | 'values'> {
  readonly of: keyof typeof previews;
  /** In minor units; null while unknown. */
  readonly amount: number | null;
}

/** What a refund would reclaim, what was already spent, and the outcome under the selected terms. */
function Outcome({ of, record, amount, values }: OutcomeProps) {
  const t = useWords();
  const { data, error } = usePreview(of, record, amount);
  const less = getLess(data, values.shortfall);
  const settled = usePreview(of, record, less);
  const problem = error ?? settled.error;
  if (problem) return <Alert type="error" content={problem.message} />;
  if (!data) return <Loading />;
  const ends = less === null ? data : settled.data;
  const user = String(record?.userIdLabel ?? `#${String(record?.userId)}`);
  return (
    <section className="refund-preview" aria-label={t('resource.order.preview')}>
      {of === 'order' && data.openRequest ? <OpenRequest request={data.openRequest} /> : null}
      {data.delivered ? (
        <Left left={data.refundable} />
      ) : (
        <Alert type="info" content={t('resource.order.undelivered')} />
      )}
      {data.delivered ? <Parts parts={data.parts} /> : null}
      <PreviewView preview={ends ?? data} />
      {ends ? <RefundEnd requested={data} ends={ends} terms={values.shortfall} user={user} /> : <Loading />}
    </section>
  );
}

/**
 * Shown when the user has requested a refund of this order: offers to approve the request instead of creating a second refund.
 */
function OpenRequest({ request }: { readonly request: OpenRefundRequest }) {
  const t = useWords();
  const { money, time } = useFormat();
  const { requestId, requestNo, requested, requestReason, requestedAt } = request;
  const reported = { no: requestNo, amount: money(requested), at: time(requestedAt), reason: requestReason };
  const approve = `/orders/order-table?tab=refund&id=${requestId}&run=approve`;
  return (
    <Alert
      type="info"
      content={
        <>
          {t('resource.order.openRequest', reported)} <Link to={approve}>{t('resource.order.approveRequest')}</Link>
        </>
      }
    />
  );
}

function Left({ left }: { readonly left: number }) {
  const t = useWords();
  const { money } = useFormat();
  return <p className="hint">{t('resource.order.left', { amount: money(left) })}</p>;
}

function Parts({ parts }: Pick<Preview, 'parts'>) {
  const t = useWords();
  const format = useFormat();
  if (parts.length === 0) return <p>{t('resource.order.nothing')}</p>;
  const columns = (['granted', 'toReclaim', 'reclaimable', 'missing'] as const).map((name) =>
    t(`resource.order.${name}`),
  );
  const rows = parts.map(({ asset, granted, toReclaim, reclaimable, shortfall }) => ({
    key: asset,
    name: t(`resource.order.${asset}`),
    cells: [granted, toReclaim, reclaimable, shortfall].map((value) => format.number(value)),
    short: shortfall > 0,
  }));
  return <FigureRows title={t('resource.order.what')} columns={columns} rows={rows} />;
}

interface RefundPart {
  readonly asset: 'coin' | 'compute' | 'quota' | 'days';
  readonly granted: number;
  readonly toReclaim: number;
  readonly reclaimable: number;
  readonly shortfall: number;
}

interface EndOutcome {
  /** In fen. */
  readonly amount: number;
  readonly hasShortfall: boolean;
  readonly withoutShortfall: number;
  readonly parts: readonly RefundPart[];
}

interface RefundEndProps {
  readonly requested: EndOutcome;
  /** The outcome under the terms: a lower, pro rata refund. */
  readonly ends: EndOutcome;
  /** How a shortfall is handled. */
  readonly terms: unknown;
  /** The user who receives the money. */
  readonly user: string;
}

/** The effect of the confirmation in one sentence: the refunded amount, the reclaimed benefits and the remaining debt. */
function RefundEnd({ requested, ends, terms, user }: RefundEndProps) {
  const t = useWords();
  const { money, number, list: joined } = useFormat();
  const list = (parts: readonly RefundPart[], of: 'reclaimable' | 'shortfall') => {
    const reported = parts.filter((part) => part[of] > 0);
    const words = reported.map((part) =>
      t('resource.order.part', { asset: t(`resource.order.${part.asset}`), count: number(part[of]) }),
    );
    return joined(words);
  };
  if (requested.hasShortfall && terms === 'prorate' && requested.withoutShortfall === 0)
    return <Alert type="warning" content={t('resource.order.allSpent')} />;
  if (requested.hasShortfall && terms !== 'prorate' && terms !== 'negative') {
    const amount = money(requested.withoutShortfall);
    return <Alert type="warning" content={t('resource.order.shortfall', { amount })} />;
  }
  const back = list(ends.parts, 'reclaimable');
  const reported = { back, user, amount: money(ends.amount) };
  // Days of a membership and its quota never become debt.
  const debt = list(
    ends.parts.filter(({ asset }) => asset !== 'days' && asset !== 'quota'),
    'shortfall',
  );
  const goes = t(back === '' ? 'resource.order.returnedOnly' : 'resource.order.goesBack', reported);
  const owes = debt === '' ? '' : ` ${t('resource.order.owes', { user, debt })}`;
  return <Alert type={ends.hasShortfall ? 'warning' : 'success'} content={`${goes}${owes}`} />;
}
