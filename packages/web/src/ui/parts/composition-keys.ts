/** What `keyCode` is of a key that an input method takes; Safari ends a composition with it, after `compositionend`. */
const processKey = 229;
/** Keys that end a composition, and would otherwise submit, save or close something. */
const endingKeys = new Set(['Enter', 'Escape', 'Tab']);

/**
 * Keeps the key that ends a composition of an input method from every input, form and shortcut of the page: it chooses or drops
 * what was composed and means nothing else. One listener ahead of all others, so that no input can forget to look.
 */
export function ignoreCompositionKeys(target: EventTarget): void {
  target.addEventListener(
    'keydown',
    (event) => {
      const { key, isComposing, keyCode } = event as KeyboardEvent;
      if (!endingKeys.has(key) || !(isComposing || keyCode === processKey)) return;
      event.stopImmediatePropagation();
      // Prevents the default action too: submitting a form or starting a line.
      event.preventDefault();
    },
    { capture: true },
  );
}
