import './page-frame.css';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useNavigationType } from 'react-router-dom';
import { useSay } from '../../app/i18n/index.ts';
import { IconApps } from '../icons.ts';
import { usePagePlace } from './page-context.tsx';

interface PageFrameProps {
  /** The page's own name; the screen's when it is not given. */
  readonly title?: string;
  /** One sentence under the title. */
  readonly about?: ReactNode;
  /** Buttons at the end of the title's line. */
  readonly actions?: ReactNode;
  /** Overrides the names above the page. */
  readonly crumbs?: readonly string[];
  readonly children: ReactNode;
}

/** Ms that what led to a page keeps the focus to itself while it closes. */
const closing = 60;

/** Whoever came here by something that is gone now, as the palette is, goes on from the start of the page. */
function useArrivalFocus(): void {
  const latest = useNavigationType();
  // What the page itself writes into the address afterwards is none of its arrival.
  const [cause] = useState(latest);
  useEffect(() => {
    if (cause !== 'PUSH') return;
    const timer = window.setTimeout(() => {
      if (document.activeElement === document.body) document.getElementById('page')?.focus({ preventScroll: true });
    }, closing);
    return () => window.clearTimeout(timer);
  }, [cause]);
}

/** The main region of every page: where one is, what the page is called, what may be done, and the page itself. */
export function PageFrame({ title, about, actions, crumbs, children }: PageFrameProps) {
  const place = usePagePlace();
  const titleId = useId();
  useArrivalFocus();
  const name = title ?? place.title;
  return (
    <main id="page" data-testid="page" className="page" tabIndex={-1} aria-labelledby={titleId}>
      <Breadcrumb names={[...(crumbs ?? place.crumbs), name]} />
      <header className="page-head">
        <div className="page-name">
          <h1 id={titleId}>{name}</h1>
          {about ? <p className="page-about">{about}</p> : null}
        </div>
        {actions ? <div className="page-actions">{actions}</div> : null}
      </header>
      {children}
    </main>
  );
}

const trail = { zh: '当前位置', en: 'Breadcrumb' };

/** The names from the area down to the page; the page itself is last, and darker. */
function Breadcrumb({ names }: { readonly names: readonly string[] }) {
  const localize = useSay();
  const shown = names.filter((name, at) => name !== '' && name !== names[at - 1]);
  return (
    <nav aria-label={localize(trail)} className="breadcrumb">
      <ol>
        <li aria-hidden="true">
          <IconApps />
        </li>
        {shown.map((name, at) => (
          <li key={name} aria-current={at === shown.length - 1 ? 'page' : undefined}>
            {name}
          </li>
        ))}
      </ol>
    </nav>
  );
}
