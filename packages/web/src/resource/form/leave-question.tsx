import { useWords } from '../../fields/index.ts';
import { ConfirmDialog } from '../../ui/parts/index.ts';

interface LeaveQuestionProps {
  readonly count: number;
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

/** Asks before typed input is discarded. */
export function LeaveQuestion({ count, onLeave, onStay }: LeaveQuestionProps) {
  const t = useWords();
  return (
    <ConfirmDialog
      open
      danger
      title={t('resource.form.leaveTitle')}
      okText={t('resource.form.leave')}
      onConfirm={onLeave}
      onCancel={onStay}
    >
      {t('resource.form.leaveText', { count })}
    </ConfirmDialog>
  );
}
