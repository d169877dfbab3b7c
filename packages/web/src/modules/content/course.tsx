import type { Slots } from '../../resource/slots.ts';
import { DocumentInput } from '../knowledge/documents/document-input.tsx';
import { BothLanguages } from './both-languages.tsx';
import { MaterialCell } from './material/material-cell.tsx';
import { MaterialInput } from './material/material-input.tsx';

export const slots: Slots = {
  detail: { title: { zh: '阅读效果', en: 'As it reads' }, body: BothLanguages },
  cell: { attachments: MaterialCell },
  input: { attachments: MaterialInput, file: DocumentInput },
};
