import type { ReactNode } from 'react';
import { useT } from '../../app/i18n/index.ts';
import { Modal } from '../index.ts';

interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: string;
  /** What will happen, and to how many records. */
  readonly children?: ReactNode;
  readonly okText?: string;
  /** Whether it is destructive or cannot be undone. */
  readonly danger?: boolean;
  readonly busy?: boolean;
  /** Whether it cannot be confirmed yet. */
  readonly disabled?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks for confirmation. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, okText, danger = false, busy = false, disabled = false, onConfirm, onCancel } = props;
  const t = useT();
  return (
    <Modal
      visible={open}
      title={title}
      unmountOnExit
      maskClosable={false}
      okText={okText ?? t('common.confirm')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled, ...(danger ? { status: 'danger' } : {}) }}
      onOk={onConfirm}
      onCancel={onCancel}
    >
      {children}
    </Modal>
  );
}
