import type { InputProps } from '../../fields/index.ts';
import type { Slots } from '../../resource/slots.ts';
import { DocumentInput } from './documents/document-input.tsx';

const ZipInput = (props: InputProps) => <DocumentInput {...props} accept=".zip" hint="ZIP" />;

/** The zip of a base is chosen, and not told by what it is called. */
export const slots: Slots = { input: { file: ZipInput } };
