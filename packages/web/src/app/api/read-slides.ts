import type { Slide } from '@gantry/core';

/** Only pictures of the platform's own server, and links that a browser may open, are ever shown. */
export function readSlides(given: unknown): readonly Slide[] {
  if (!Array.isArray(given)) return [];
  return (given as readonly Slide[]).filter(
    (slide) => typeof slide?.title === 'string' && isPicture(slide.picture) && isLink(slide.link),
  );
}

const isPicture = (value: unknown) => typeof value === 'string' && value.startsWith('/files/');
const isLink = (value: unknown) => value === null || (typeof value === 'string' && /^https?:\/\//i.test(value));
