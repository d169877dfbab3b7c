import { can, getResourcePath, ResponseError, redeemCode } from '@gantry/core';
import { useEffect, useRef, useState } from 'react';
import { useFormat } from '../../../app/i18n/index.ts';
import { StepUpCancelled, useSession, useStepUp } from '../../../app/session/index.ts';
import { type FieldRecord, useWords } from '../../../fields/index.ts';
import { usePressAtOnce } from '../../../resource/action/use-press-at-once.ts';
import type { RecordSlotProps } from '../../../resource/slots.ts';
import { saveBlob } from '../../../resource/transfer/save-file.ts';
import { useFileCall } from '../../../resource/transfer/use-file-call.ts';
import { IconDownload } from '../../../ui/icons.ts';
import { Button, useToast } from '../../../ui/index.ts';

interface CodesButtonProps {
  readonly batch: FieldRecord;
  readonly primary?: boolean;
  /** Begins without being pressed. */
  readonly atOnce?: boolean;
  readonly onSaved: () => void;
}

/** Saves the codes of one batch under its number; they leave the server whole, and once. Left, it stops. */
export function CodesButton({ batch, primary = false, atOnce = false, onSaved }: CodesButtonProps) {
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
      const reported = error instanceof ResponseError || error instanceof StepUpCancelled || own.signal.aborted;
      if (!reported) toast.error(t('resource.redeem.cut'));
    } finally {
      if (!own.signal.aborted) setBytes(null);
    }
  };
  usePressAtOnce(atOnce, () => void save());
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

/** At the foot of a batch whose codes have not left yet. */
export function CodesFoot({ record, refresh }: RecordSlotProps) {
  const { rights } = useSession();
  if (!can(rights, redeemCode, 'export') || record.exportedAt !== null || record.status !== 'active') return null;
  return <CodesButton batch={record} onSaved={refresh} />;
}
