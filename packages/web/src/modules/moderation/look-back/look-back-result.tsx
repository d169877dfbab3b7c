import { bannedWord } from '@gantry/core';
import { useSay } from '../../../app/i18n/index.ts';
import { useWords } from '../../../fields/index.ts';
import type { ResultSlotProps } from '../../../resource/slots.ts';
import { Button, Modal, useReturnFocus } from '../../../ui/index.ts';
import { type LookBackAnswer, LookBackView } from './look-back-view.tsx';

/** The matches that words would have had, on request. */
export function LookBackResult({ answer, refresh, close }: ResultSlotProps) {
  useReturnFocus();
  const t = useWords();
  const localize = useSay();
  return (
    <Modal
      visible
      title={t('resource.action.result', { action: localize(bannedWord.actions.lookBack.label) })}
      onCancel={close}
      footer={<Button onClick={close}>{t('common.close')}</Button>}
    >
      <LookBackView answer={answer as LookBackAnswer} onChanged={refresh} />
    </Modal>
  );
}
