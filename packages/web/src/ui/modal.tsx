import '@arco-design/web-react/es/Modal/style/css.js';
import './modal.css';
import { Modal as ArcoModal, type ModalProps } from '@arco-design/web-react';
import type { PropsWithChildren } from 'react';

export type { ModalProps };

/** A component of ours, so that its style comes with it. */
export function Modal(props: PropsWithChildren<ModalProps>) {
  return <ArcoModal {...props} />;
}
