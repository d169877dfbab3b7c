import '@arco-design/web-react/es/Modal/style/css.js';

export { Modal, type ModalProps } from '@arco-design/web-react';
