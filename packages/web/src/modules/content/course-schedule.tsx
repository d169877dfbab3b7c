import { Suspense } from 'react';
import type { AsideSlotProps, Slots } from '../../resource/slots.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Loading } from '../../ui/parts/index.ts';

const WeekView = lazyPart(async () => ({ default: (await import('./week/week-view.tsx')).WeekView }));

function Week(props: AsideSlotProps) {
  return (
    <Suspense fallback={<Loading />}>
      <WeekView {...props} />
    </Suspense>
  );
}

/** The schedule is shown as a week. */
export const slots: Slots = { aside: Week };
