import { apiBase, type Locale, type Slide } from '@gantry/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useConfig } from '../../../app/api/index.ts';
import { useLocale, useT } from '../../../app/i18n/index.ts';
import { entryPaths } from './entry-paths.ts';

/** How long a slide is shown, in ms. */
const slideMs = 6_000;

/** Manages the current slide and the rotation, which stops on request and with the system setting for reduced motion. */
function useTurns(count: number) {
  const [place, setPlace] = useState({ at: 0, moved: false });
  const [running, setRunning] = useState(() => count > 1 && !matchMedia('(prefers-reduced-motion: reduce)').matches);
  const [looking, setLooking] = useState(false);
  useEffect(() => {
    if (!running || looking || count < 2) return;
    const timer = window.setInterval(() => setPlace(({ at }) => ({ at: (at + 1) % count, moved: true })), slideMs);
    return () => window.clearInterval(timer);
  }, [running, looking, count]);
  const choose = (index: number) => {
    setRunning(false);
    setPlace({ at: index, moved: true });
  };
  return {
    ...place,
    at: Math.min(place.at, count - 1),
    running,
    toggle: () => setRunning((now) => !now),
    choose,
    setLooking,
  };
}

/** Rotating slides. The rotation pauses while the pointer or keyboard focus is on them. */
export function Carousel({ slides }: { readonly slides: readonly Slide[] }) {
  const t = useT();
  const locale = useLocale();
  const { at, moved, running, toggle, choose, setLooking } = useTurns(slides.length);
  const slide = slides[at];
  const countClick = useSlideCounts(slide?.id);
  if (!slide) return null;
  return (
    <section
      className="carousel"
      aria-roledescription={t('entry.carousel.role')}
      aria-label={t('entry.carousel.label')}
      data-testid="carousel"
      onPointerEnter={() => setLooking(true)}
      onPointerLeave={() => setLooking(false)}
      onFocus={() => setLooking(true)}
      onBlur={() => setLooking(false)}
    >
      <div aria-live={running ? 'off' : 'polite'}>
        <SlideView key={slide.id} slide={slide} soft={moved} onFollow={() => countClick(slide.id)} />
      </div>
      {slides.length > 1 ? (
        <div className="carousel-tools">
          <button type="button" className="carousel-pause" onClick={toggle} data-testid="carousel-pause">
            {t(running ? 'entry.carousel.pause' : 'entry.carousel.play')}
          </button>
          {slides.map((one, index) => (
            <button
              key={one.id}
              type="button"
              className="carousel-dot"
              aria-label={getSlideTexts(one, locale).title}
              aria-current={index === at}
              onClick={() => choose(index)}
            />
          ))}
        </div>
      ) : null}
    </section>
  );
}

interface SlideViewProps {
  readonly slide: Slide;
  /** Whether it fades in over another slide. */
  readonly soft: boolean;
  readonly onFollow: () => void;
}

function SlideView({ slide, soft, onFollow }: SlideViewProps) {
  const locale = useLocale();
  const { apiBaseUrl } = useConfig();
  const { title, subtitle } = getSlideTexts(slide, locale);
  const url = (path: string) => `${apiBaseUrl}${path}`;
  const className = soft ? 'banner-slide next' : 'banner-slide';
  const body = (
    <>
      <span className={slide.pictureDark ? 'carousel-frame both' : 'carousel-frame'}>
        <img src={url(slide.picture)} alt="" width="320" height="200" />
        {slide.pictureDark ? <img src={url(slide.pictureDark)} alt="" width="320" height="200" /> : null}
      </span>
      <span className="banner-title">{title}</span>
      <span className="banner-text">{subtitle}</span>
    </>
  );
  return slide.link ? (
    <a className={className} href={slide.link} target="_blank" rel="noopener noreferrer" onClick={onFollow}>
      {body}
    </a>
  ) : (
    <div className={className}>{body}</div>
  );
}

/** Returns the texts of a slide in a language; Chinese if there is no English text. */
function getSlideTexts(slide: Slide, locale: Locale): { readonly title: string; readonly subtitle: string } {
  const english = locale === 'en-US';
  return {
    title: (english ? slide.titleEn : null) ?? slide.title,
    subtitle: (english ? slide.subtitleEn : null) ?? slide.subtitle ?? '',
  };
}

/** Returns the slides that are shown in this language. */
export function selectSlides(slides: readonly Slide[], locale: Locale): readonly Slide[] {
  return slides.filter(({ language }) => language === 'all' || language === locale);
}

/** Slide views and clicks that were not reported yet. */
interface Seen {
  readonly views: Set<number>;
  readonly clicks: Set<number>;
}

/**
 * Reports which slides were shown and clicked, each once per page, in one call when the page is left or hidden. The call outlives
 * the page; nothing waits for it, and its failure is ignored.
 */
function useSlideCounts(shown: number | undefined): (clicked: number) => void {
  const { apiBaseUrl } = useConfig();
  const waiting = useRef<Seen>({ views: new Set(), clicks: new Set() });
  const reported = useRef<Seen>({ views: new Set(), clicks: new Set() });
  const note = useCallback((kind: keyof Seen, id: number) => {
    if (!reported.current[kind].has(id)) waiting.current[kind].add(id);
  }, []);
  useEffect(() => {
    if (shown !== undefined) note('views', shown);
  }, [shown, note]);
  useEffect(() => {
    const report = () => {
      const { views, clicks } = waiting.current;
      if (views.size + clicks.size === 0) return;
      const body = JSON.stringify({ views: [...views].map(String), clicks: [...clicks].map(String) });
      reported.current = {
        views: new Set([...reported.current.views, ...views]),
        clicks: new Set([...reported.current.clicks, ...clicks]),
      };
      waiting.current = { views: new Set(), clicks: new Set() };
      const headers = { 'content-type': 'application/json' };
      const url = `${apiBaseUrl}${apiBase}${entryPaths.slidesSeen}`;
      fetch(url, { method: 'POST', body, headers, keepalive: true, credentials: 'omit' }).catch(() => undefined);
    };
    const reportIfHidden = () => {
      if (document.visibilityState === 'hidden') report();
    };
    document.addEventListener('visibilitychange', reportIfHidden);
    window.addEventListener('pagehide', report);
    return () => {
      document.removeEventListener('visibilitychange', reportIfHidden);
      window.removeEventListener('pagehide', report);
      report();
    };
  }, [apiBaseUrl]);
  return useCallback((id: number) => note('clicks', id), [note]);
}
