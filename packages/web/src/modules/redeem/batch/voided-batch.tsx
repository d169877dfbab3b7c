import '../../../resource/form/form.css';
import { listRelated, redeemBatch, redemption } from '@gantry/core';
import { useFormat } from '../../../app/i18n/index.ts';
import { type FieldRecord, useWords } from '../../../fields/index.ts';
import { RelatedTab } from '../../../resource/record/related-tab.tsx';
import type { ResultSlotProps } from '../../../resource/slots.ts';
import { Button, Modal, useReturnFocus } from '../../../ui/index.ts';

/** How many codes became void, and who had redeemed the others before. */
export function VoidedBatch({ record, answer, close }: ResultSlotProps) {
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
      <p>{used > 0 ? t('resource.redeem.redeemed', { used: number(used) }) : t('resource.redeem.nobody')}</p>
      {used > 0 && redeemed ? <RelatedTab related={redeemed} id={Number(batch.id)} /> : null}
    </Modal>
  );
}
