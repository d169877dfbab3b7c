import type { InputProps } from '../../fields/index.ts';
import type { Slots } from '../../resource/slots.ts';
import { DocumentInput } from './documents/document-input.tsx';
import { ZipContents } from './documents/zip-contents.tsx';
import { ZipImport } from './documents/zip-import.tsx';

const ZipInput = (props: InputProps) => <DocumentInput {...props} accept=".zip" hint="ZIP" />;

/** The zip of a base is uploaded once: what it holds is shown before it comes in, then how far it is. */
export const slots: Slots = {
  input: { file: ZipInput },
  request: { importZip: ZipContents },
  result: { importZip: ZipImport },
  placed: ['checkZip'],
};
