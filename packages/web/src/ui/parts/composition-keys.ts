/** The `keyCode` of a key that an input method handles. Safari ends a composition with it, after `compositionend`. */
const processKey = 229;
/** Keys that end a composition and would otherwise submit, save or close something. */
const endingKeys = new Set(['Enter', 'Escape', 'Tab']);

/**
 * Keeps the key that ends an input method composition from every input, form and shortcut of the page: it only accepts or
 * discards the composed text. One capturing listener covers all inputs.
 */
export function ignoreCompositionKeys(target: EventTarget): void {
  target.addEventListener(
    'keydown',
    (event) => {
      const { key, isComposing, keyCode } = event as KeyboardEvent;
      if (!endingKeys.has(key) || !(isComposing || keyCode === processKey)) return;
      event.stopImmediatePropagation();
      // Prevents the default action too: submitting a form or inserting a line break.
      event.preventDefault();
    },
    { capture: true },
  );
}
