import type { Page } from '@playwright/test';
import { makeFont, TEST_FONTS } from '../support/test-font.ts';

export type TestFont = keyof typeof TEST_FONTS;

const FACES = { sans: ['sans', '400'], bold: ['sans', '700'], mono: ['mono', '400'] } as const;
const files = new Map<TestFont, readonly (readonly [string, string, string])[]>();

function facesOf(font: TestFont): readonly (readonly [string, string, string])[] {
  const known = files.get(font);
  if (known) return known;
  const faces = (['sans', 'bold', 'mono'] as const).map((face) => {
    const bytes = Buffer.from(makeFont(TEST_FONTS[font][face])).toString('base64');
    const [family, weight] = FACES[face];
    return [`test-${font}-${family}`, weight, bytes] as const;
  });
  files.set(font, faces);
  return faces;
}

/** Writes the page in letters of known width; without a font, in the machine's own again. */
export async function useFont(page: Page, font?: TestFont): Promise<void> {
  await page.evaluate(
    async ([name, faces]) => {
      document.adoptedStyleSheets = [];
      if (name === undefined) return;
      for (const [family, weight, base64] of faces) {
        const isThere = [...document.fonts].some(
          (face) => face.family === family && face.weight === weight,
        );
        if (isThere) continue;
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        // from bytes, because the page's policy allows no address
        document.fonts.add(await new FontFace(family, bytes, { weight }).load());
      }
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        `:root { --sans: test-${name}-sans; --mono: test-${name}-mono; font-synthesis: none }`,
      );
      document.adoptedStyleSheets = [sheet];
    },
    [font, font ? facesOf(font) : []] as const,
  );
}

/**
 * Names what does not hold in the page as it is: a page wider than its window, controls and text
 * that are cut off or lie upon each other, and what scrolls without being reached by keyboard.
 * Of an open dialog only the dialog is looked at. Text that ends in an ellipsis is whole.
 * Paper has no lower end.
 */
export async function layoutFaults(
  page: Page,
  medium: 'screen' | 'paper' = 'screen',
): Promise<string[]> {
  return page.evaluate(async (isPaper) => {
    // what follows a change of size has been drawn after two frames
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const found = new Set<string>();
    const root = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
    const styles = new Map<Element, CSSStyleDeclaration>();
    const styleOf = (element: Element): CSSStyleDeclaration => {
      const style = styles.get(element) ?? getComputedStyle(element);
      styles.set(element, style);
      return style;
    };
    const boxes = new Map<Element, DOMRect>();
    const boxOf = (element: Element): DOMRect => {
      const box = boxes.get(element) ?? element.getBoundingClientRect();
      boxes.set(element, box);
      return box;
    };
    const nameOf = (element: Element): string => {
      const text = element.getAttribute('aria-label') ?? element.textContent.trim();
      const short = text.replace(/\s+/g, ' ').slice(0, 40);
      return `${element.tagName.toLowerCase()}.${(element.getAttribute('class') ?? '').split(' ')[0] ?? ''} “${short}”`;
    };

    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) found.add(`the page is ${String(scrollWidth)} px wide`);

    /** A table, code, or a single line; what scrolls down as well is too wide. */
    const isSidewaysByDesign = (scroller: Element): boolean =>
      scroller.matches('[role=grid], pre') ||
      scroller.querySelector(':scope > :is(table, pre)') !== null ||
      scroller.scrollHeight <= scroller.clientHeight + 1;

    interface Box {
      left: number;
      top: number;
      right: number;
      bottom: number;
    }
    type Cut = 'shown' | 'gone' | Element;
    /** What is left of a box after what clips it; or what cuts it off for good. */
    function clip(element: Element, box: Box, isText: boolean): { cut: Cut; box: Box } {
      let { left, top, right, bottom } = box;
      let [isFreeX, isFreeY] = [false, isPaper];
      let position = styleOf(element).position;
      let cut: Cut = 'shown';
      for (
        let up = isText ? element : element.parentElement;
        up && up !== document.documentElement;
        up = up.parentElement
      ) {
        const style = styleOf(up);
        if (style.clipPath !== 'none') return { cut: 'gone', box };
        if (position === 'fixed') break;
        if (position === 'absolute' && style.position === 'static') continue;
        position = style.position;
        if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
        const outer = boxOf(up);
        const scrolls = (overflow: string): boolean => ['auto', 'scroll'].includes(overflow);
        const isEllipsis = isText && style.textOverflow === 'ellipsis';
        isFreeX ||= (scrolls(style.overflowX) && isSidewaysByDesign(up)) || isEllipsis;
        const isClamped = isText && style.webkitLineClamp !== 'none';
        isFreeY ||= scrolls(style.overflowY) || isClamped;
        if (!isFreeX && (left < outer.left - 1 || right > outer.right + 1)) cut = up;
        const slack = isText ? (bottom - top) / 3 : 2;
        if (!isFreeY && (top < outer.top - slack || bottom > outer.bottom + slack)) cut = up;
        [left, top] = [Math.max(left, outer.left), Math.max(top, outer.top)];
        [right, bottom] = [Math.min(right, outer.right), Math.min(bottom, outer.bottom)];
      }
      if (!isFreeX && (left < -1 || right > innerWidth + 1)) cut = document.body;
      if (!isFreeY && (top < -1 || bottom > innerHeight + 1)) cut = document.body;
      return { cut, box: { left, top, right, bottom } };
    }

    const seen = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('[inert]');
    const items: { element: Element; box: Box; layer: Element | null }[] = [];
    /** What floats above the rest, or stays while the rest scrolls. */
    const layerOf = (element: Element): Element | null => {
      for (let up: Element | null = element; up && up !== root; up = up.parentElement) {
        const { position } = styleOf(up);
        if (position === 'sticky' || position === 'fixed' || position === 'absolute') return up;
      }
      return null;
    };
    function look(element: Element, box: DOMRect, isText: boolean): void {
      if (box.width <= 1 || box.height <= 1) return;
      const { cut, box: left } = clip(element, box, isText);
      if (cut === 'gone') return;
      if (cut !== 'shown')
        found.add(
          `cut off: ${nameOf(element)}, by ${cut === document.body ? 'the window' : nameOf(cut)}`,
        );
      if (left.right - left.left > 2 && left.bottom - left.top > 2)
        items.push({ element, box: left, layer: layerOf(element) });
    }

    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const { currentNode: node } = texts;
      const { parentElement: parent } = node;
      if (!parent || node.nodeValue?.trim() === '' || !seen(parent)) continue;
      if (parent.closest('option, .editor, svg, [role=img], script, style')) continue;
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) look(parent, box, true);
    }
    const CONTROLS = 'button, a[href], input, select, textarea, summary, [role=tab], h1';
    for (const element of root.querySelectorAll(CONTROLS)) {
      if (!seen(element)) continue;
      look(element, boxOf(element), false);
      if (element instanceof HTMLInputElement && element.type !== 'checkbox') {
        const isWhole = element.scrollWidth <= element.clientWidth + 1;
        if (!isWhole && styleOf(element).textOverflow !== 'ellipsis')
          found.add(`cut off: ${nameOf(element)} “${element.value || element.placeholder}”`);
      }
    }

    items.sort((one, other) => one.box.top - other.box.top);
    for (const [at, one] of items.entries()) {
      for (let next = at + 1; next < items.length; next++) {
        const other = items[next];
        if (!other || other.box.top >= one.box.bottom) break;
        if (one.layer !== other.layer) continue;
        const [a, b] = [one.box, other.box];
        if (Math.min(a.right, b.right) - Math.max(a.left, b.left) <= 2) continue;
        const height = Math.min(a.bottom, b.bottom) - b.top;
        if (height <= 0.4 * Math.min(a.bottom - a.top, b.bottom - b.top)) continue;
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
        found.add(`upon each other: ${nameOf(one.element)} and ${nameOf(other.element)}`);
      }
    }

    const FOCUSABLE =
      'a[href], :is(button, input, select, textarea):not(:disabled), summary, [tabindex]';
    for (const element of root.querySelectorAll('*')) {
      const { overflowX, overflowY } = styleOf(element);
      const scrolls = (overflow: string, inner: number, outer: number): boolean =>
        (overflow === 'auto' || overflow === 'scroll') && inner > outer + 1;
      const { scrollWidth: width, clientWidth, scrollHeight: height, clientHeight } = element;
      if (!scrolls(overflowX, width, clientWidth) && !scrolls(overflowY, height, clientHeight))
        continue;
      if (!seen(element) || element.tagName === 'TEXTAREA') continue;
      const isReached =
        element.matches('[tabindex]') || [...element.querySelectorAll(FOCUSABLE)].some(seen);
      if (!isReached) found.add(`scrolls, but not by keyboard: ${nameOf(element)}`);
      const isOwn = element.getAttribute('tabindex') === '0' && !element.matches(CONTROLS);
      if (isOwn && !element.matches(':is([role], section):is([aria-label], [aria-labelledby])'))
        found.add(`has no role or no name: ${nameOf(element)}`);
    }
    return [...found];
  }, medium === 'paper');
}
