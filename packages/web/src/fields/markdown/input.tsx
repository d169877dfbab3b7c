import { Suspense } from 'react';
import { TextArea } from '../../ui/index.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { type InputProps, toText } from '../field-props.ts';

const Editor = lazyPart(async () => ({ default: (await import('./editor.tsx')).MarkdownEditor }));

/** The editor is loaded with the first form that has one; until then, what stands there can be read. */
export function MarkdownInput(props: InputProps<'markdown'>) {
  return (
    <Suspense fallback={<TextArea id={props.id} label={props.label} value={toText(props.value)} readOnly rows={8} />}>
      <Editor {...props} />
    </Suspense>
  );
}
