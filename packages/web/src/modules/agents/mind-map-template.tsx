import type { RecordSlotProps, Slots } from '../../resource/slots.ts';
import { MindMap } from '../creations/mind-map/mind-map.tsx';

const Drawn = ({ record }: RecordSlotProps) => <MindMap outline={record.outline} />;

export const slots: Slots = { detail: { title: { zh: '导图', en: 'Map' }, body: Drawn } };
