import '../../../resource/record/record.css';
import '../task.css';
import type { RecordSlotProps, Slots } from '../../../resource/slots.ts';
import { DocumentMenu } from '../../../resource/transfer/document-menu.tsx';
import { MindMap } from './mind-map.tsx';

/** The request of a user, and the map that was created from it. */
function Made({ record }: RecordSlotProps) {
  return (
    <div className="record-panel task-preview">
      <p className="task-prompt">{String(record.prompt ?? '')}</p>
      <MindMap outline={record.outline} />
    </div>
  );
}

export const slots: Slots = { detail: { title: { zh: '导图', en: 'Map' }, body: Made }, foot: DocumentMenu };
