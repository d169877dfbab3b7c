import type { PageSlotProps, Slots } from '../../resource/slots.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import './word-test/test-box.css';
import { canRun } from '@gantry/core';
import { Suspense, useId, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSession } from '../../app/session/index.ts';
import { useWords } from '../../fields/index.ts';
import { IconDown, IconRight } from '../../ui/icons.ts';
import { Loading } from '../../ui/parts/index.ts';

const TestBench = lazyPart(async () => ({ default: (await import('./word-test/test-bench.tsx')).TestBench }));

/** Explains why a message was blocked: paste it to see the matches, their positions and rules, and the verdict. */
function TestBox({ resource, refresh }: PageSlotProps) {
  const t = useWords();
  const { rights } = useSession();
  const [params] = useSearchParams();
  const [open, setOpen] = useState(params.get('open') === 'test');
  const id = useId();
  const test = resource.actions?.test;
  if (!test || !canRun(rights, resource, test).ok) return null;
  return (
    <section className="test-box" aria-labelledby={`${id}-title`}>
      <button type="button" className="test-head" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? <IconDown aria-hidden="true" /> : <IconRight aria-hidden="true" />}
        <strong id={`${id}-title`}>{t('resource.words.test')}</strong>
        <span className="dim">{t('resource.words.testHelp')}</span>
      </button>
      <Suspense fallback={<Loading />}>{open ? <TestBench refresh={refresh} /> : null}</Suspense>
    </section>
  );
}

/** The test box is beside the list, so its action needs no button. Imported words can be searched for in past texts. */
export const slots: Slots = {
  aside: TestBox,
  placed: ['test'],
  imported: {
    choice: {
      zh: '导入后回看：这些词在最近一天会命中什么',
      en: 'Then check what the words would have matched in the last day',
    },
    body: lazyPart(async () => ({ default: (await import('./look-back/look-back-new.tsx')).LookBackNew })),
  },
  result: {
    lookBack: lazyPart(async () => ({ default: (await import('./look-back/look-back-result.tsx')).LookBackResult })),
  },
};
