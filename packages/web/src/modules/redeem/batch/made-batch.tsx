import { redeemCode } from '@gantry/core';
import { useFormat } from '../../../app/i18n/index.ts';
import { Can } from '../../../app/session/index.ts';
import { type FieldRecord, useWords } from '../../../fields/index.ts';
import type { ResultSlotProps } from '../../../resource/slots.ts';
import { Alert, Button, Modal, useReturnFocus } from '../../../ui/index.ts';
import { CodesButton } from './codes-button.tsx';

/** What was made; the file of its codes saves itself, as most batches are made to be handed over. */
export function MadeBatch({ answer, close }: ResultSlotProps) {
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
