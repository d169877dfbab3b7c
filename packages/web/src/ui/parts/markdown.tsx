import './markdown.css';
import { Suspense } from 'react';
import { lazyPart } from '../lazy-part.tsx';

const MarkdownBody = lazyPart(async () => ({ default: (await import('./markdown-body.tsx')).MarkdownBody }));

/** Renders Markdown as React elements, never as HTML. The parser is loaded with the first text. */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <div className="markdown">
      <Suspense fallback={<p>{text.slice(0, 2_000)}</p>}>
        <MarkdownBody text={text} />
      </Suspense>
    </div>
  );
}
