import {
  can,
  getResourcePath,
  listRelated,
  ResponseError,
  redeemBatch,
  redeemCode,
  redemption,
  wallet,
} from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useFormat, useSay } from '../../app/i18n/index.ts';
import { Can, StepUpCanceled, useSession, useStepUp } from '../../app/session/index.ts';
import { type FieldRecord, useCalls, useWords } from '../../fields/index.ts';
import { useAutoPress } from '../../resource/action/use-press.ts';
import type { ConfirmationSlotProps, RecordSlotProps, ResultSlotProps, Slots } from '../../resource/slots.ts';
import { saveBlob } from '../../resource/transfer/save-file.ts';
import { useFileCall } from '../../resource/transfer/use-file-call.ts';
import { IconDownload } from '../../ui/icons.ts';
import { Alert, Button, Modal, useReturnFocus, useToast } from '../../ui/index.ts';
import { Loading } from '../../ui/parts/index.ts';
import '../../resource/form/form.css';
import { RelatedTab } from '../../resource/record/related-tab.tsx';

const { options: assets } = wallet.fields.asset;

/** The benefits of one redemption; a plan alone has no credits. */
interface Given {
  readonly coin?: unknown;
  readonly compute?: unknown;
  readonly vipPlanId?: unknown;
}

/** Returns a function that describes the total benefits of several redemptions, by asset. */
function useWorth(): (given: Given, times: number) => string {
  const t = useWords();
  const localize = useSay();
  const { list, number } = useFormat();
  return (given, times) => {
    const credits = (['coin', 'compute'] as const).flatMap((asset) => {
      const each = Number(given[asset] ?? 0);
      return each > 0 ? [`${localize(assets[asset])} ${number(each * times)}`] : [];
    });
    const plans = given.vipPlanId ? [`${t('resource.redeem.plan')} × ${number(times)}`] : [];
    return list([...credits, ...plans]);
  };
}

/** How often the codes can be redeemed in total, and the total benefits. */
function WorthOfBatch({ values }: ConfirmationSlotProps) {
  const t = useWords();
  const { number } = useFormat();
  const worthOf = useWorth();
  const uses = Number(values.count ?? 1) * (values.mode === 'shared' ? Number(values.maxUses ?? 1) : 1);
  const worth = worthOf(values, uses);
  if (worth === '' || !Number.isSafeInteger(uses)) return null;
  return <output className="hint">{t('resource.redeem.sum', { uses: number(uses), worth })}</output>;
}

/** A batch shows its total benefits before it is created or voided, and afterwards its codes or who redeemed them. */
export const slots: Slots = {
  reads: ['voided', 'coin', 'compute', 'vipPlanId'],
  foot: CodesFoot,
  request: { generate: WorthOfBatch, voidBatch: VoidPreview },
  result: { generate: MadeBatch, voidBatch: VoidedBatch },
};

/** The number of voided codes, and who had redeemed the others. */
function VoidedBatch({ record, answer, close }: ResultSlotProps) {
  useReturnFocus();
  const t = useWords();
  const { number } = useFormat();
  const batch = answer as FieldRecord;
  const used = Number(batch.used);
  const [redeemed] = listRelated({ resources: [redemption] }, redeemBatch);
  return (
    <Modal
      visible
      className="wide-dialog"
      title={t('resource.redeem.voided', { count: number(Number(batch.voided) - Number(record?.voided ?? 0)) })}
      onCancel={close}
      footer={<Button onClick={close}>{t('common.close')}</Button>}
    >
      <p>{used > 0 ? t('resource.redeem.redeemed', { used: number(used) }) : t('resource.redeem.unredeemed')}</p>
      {used > 0 && redeemed ? <RelatedTab related={redeemed} id={Number(batch.id)} /> : null}
    </Modal>
  );
}

/** The created batch. The file of its codes is downloaded automatically, because most batches are created for distribution. */
function MadeBatch({ answer, close }: ResultSlotProps) {
  useReturnFocus();
  const t = useWords();
  const format = useFormat();
  const batch = answer as FieldRecord;
  return (
    <Modal
      visible
      title={t('resource.redeem.made', { count: format.number(Number(batch.count)) })}
      maskClosable={false}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{t('common.close')}</Button>
          <Can resource={redeemCode} verb="export">
            <CodesButton batch={batch} primary atOnce onSaved={close} />
          </Can>
        </>
      }
    >
      <div className="form-stack">
        <p>
          {String(batch.name)} <span className="mono dim">{String(batch.no)}</span>
        </p>
        <Alert type="info" content={t('resource.redeem.once')} />
      </div>
    </Modal>
  );
}

interface Figures {
  readonly unused: number;
  readonly partlyUsed: number;
  readonly redemptions: number;
  /** Remaining redemptions of its codes. */
  readonly usesLeft: number;
}

/** How many codes would be voided and their benefits; completed redemptions stay. */
function VoidPreview({ record }: ConfirmationSlotProps) {
  const t = useWords();
  const { number } = useFormat();
  const calls = useCalls();
  const worthOf = useWorth();
  const { data, error } = useQuery({
    queryKey: ['redeem-batch-figures', record?.id, record?.version],
    enabled: record !== null,
    retry: false,
    staleTime: 0,
    queryFn: () => calls.call<Figures>(getResourcePath(redeemBatch.name, 'stats'), { id: record?.id }),
  });
  if (record === null) return null;
  if (error) return <Alert type="error" content={error.message} />;
  if (!data) return <Loading />;
  const count = data.unused + data.partlyUsed;
  const used = number(data.redemptions);
  if (count === 0) return <Alert type="info" content={t('resource.redeem.nothingLeft', { used })} />;
  const reported = { count: number(count), used, worth: worthOf(record, data.usesLeft) };
  return <Alert type="warning" content={t('resource.redeem.willVoid', reported)} />;
}

interface CodesButtonProps {
  readonly batch: FieldRecord;
  readonly primary?: boolean;
  /** Whether the download starts automatically. */
  readonly atOnce?: boolean;
  readonly onSaved: () => void;
}

/**
 * Downloads the full codes of one batch under its number; the server returns them only once. Leaving the page cancels the
 * download.
 */
function CodesButton({ batch, primary = false, atOnce = false, onSaved }: CodesButtonProps) {
  const t = useWords();
  const format = useFormat();
  const toast = useToast();
  const stepUp = useStepUp();
  const fetchFile = useFileCall();
  const stop = useRef<AbortController | null>(null);
  const [bytes, setBytes] = useState<number | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const save = async () => {
    const own = new AbortController();
    stop.current = own;
    setBytes(0);
    const requested = { format: 'csv', filters: { batchId: [Number(batch.id)] } };
    try {
      const path = getResourcePath(redeemCode.name, 'export');
      const parts = await stepUp(() => fetchFile(path, requested, own.signal, setBytes));
      const name = `${String(batch.no)}.csv`;
      saveBlob(name, new Blob(parts, { type: 'text/csv' }));
      toast.success(t('resource.redeem.saved', { name, count: format.number(Number(batch.count)) }));
      onSaved();
    } catch (error) {
      const reported = error instanceof ResponseError || error instanceof StepUpCanceled || own.signal.aborted;
      if (!reported) toast.error(t('resource.redeem.cut'));
    } finally {
      if (!own.signal.aborted) setBytes(null);
    }
  };
  useAutoPress(atOnce, () => void save());
  return (
    <Button
      icon={<IconDownload />}
      loading={bytes !== null}
      {...(primary ? { type: 'primary' as const } : {})}
      onClick={() => void save()}
    >
      {bytes ? t('resource.redeem.receiving', { size: format.bytes(bytes) }) : t('resource.redeem.download')}
    </Button>
  );
}

/** Shown at the bottom of a batch whose codes were not downloaded yet. */
function CodesFoot({ record, refresh }: RecordSlotProps) {
  const { rights } = useSession();
  if (!can(rights, redeemCode, 'export') || record.exportedAt !== null || record.status !== 'active') return null;
  return <CodesButton batch={record} onSaved={refresh} />;
}
