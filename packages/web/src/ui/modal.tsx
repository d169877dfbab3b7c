import '@arco-design/web-react/es/Modal/style/css.js';
import './modal.css';
import { Modal as ArcoModal, type ModalProps } from '@arco-design/web-react';
import type { PropsWithChildren } from 'react';

export type { ModalProps };

/** Wraps Arco's component, so that its style is loaded with it. */
export function Modal(props: PropsWithChildren<ModalProps>) {
  return <ArcoModal {...props} />;
}
