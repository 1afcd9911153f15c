/** Styles of the frame's document. Browsers paint a frame opaque when its colour scheme differs from the page's. */
export const CARD_FRAME_CSS = `
html { color-scheme: light only; }
html, body { margin: 0; background: transparent; }
body { padding: 4px; }
`;

/** The card form's default styles. The page's `appearance` can override each of them. */
export const CARD_FORM_CSS = `
.card-form, .card-form *, .card-form *::before, .card-form *::after { box-sizing: border-box; }
.card-form { display: grid; grid-template-columns: 1fr 1fr; gap: var(--gridRowSpacing) var(--gridColumnSpacing); margin: 0;
  font: var(--fontWeightNormal) var(--fontSizeBase)/var(--fontLineHeight) var(--fontFamily); color: var(--colorText); }
.card-form > [hidden] { display: none; }
.wide { grid-column: 1 / -1; }
.Label { display: block; margin-bottom: var(--labelSpacing); font-size: var(--labelFontSize); font-weight: var(--labelFontWeight); color: var(--labelColorText); }
.Input { width: 100%; min-height: 44px; padding: calc(var(--spacingUnit) * 2.5) calc(var(--spacingUnit) * 3); font: inherit; color: var(--colorText);
  background-color: var(--colorBackground); border: 1px solid var(--inputColorBorder); border-radius: var(--borderRadius); box-shadow: var(--inputBoxShadow);
  transition: border-color 0.15s, box-shadow 0.15s; appearance: none; }
.Input::placeholder { color: var(--colorTextPlaceholder); opacity: 1; }
.Input:focus { outline: 2px solid transparent; border-color: var(--inputFocusColorBorder); box-shadow: var(--inputFocusBoxShadow); }
.Input--invalid, .Input--invalid:focus { color: var(--colorDanger); border-color: var(--colorDanger); box-shadow: 0 0 0 1px var(--colorDanger); }
.Input:disabled { opacity: 0.6; }
select.Input { padding-inline-end: 36px; background-image: linear-gradient(45deg, transparent 50%, currentColor 50%), linear-gradient(135deg, currentColor 50%, transparent 50%);
  background-position: right 18px center, right 13px center; background-size: 5px 5px; background-repeat: no-repeat; }
select.Input:dir(rtl) { background-position: left 13px center, left 18px center; }
.Input option { color: var(--colorText); background-color: var(--colorBackground); }
.card-form:dir(rtl) .Input { text-align: right; }
.card-form:dir(rtl) .number .Input { padding-right: calc(var(--spacingUnit) * 3); padding-left: 68px; }
.card-form:dir(rtl) .brand { right: auto; left: 12px; }
.number { position: relative; }
.number .Input { padding-right: 68px; font-variant-numeric: tabular-nums; }
.brand { position: absolute; right: 12px; bottom: 10px; height: 24px; width: 38px; pointer-events: none; }
.ways { display: flex; flex-wrap: wrap; gap: 8px; margin: 0 0 var(--gridRowSpacing); padding: 0; border: 0; font: var(--fontWeightNormal) var(--fontSizeBase)/var(--fontLineHeight) var(--fontFamily); color: var(--colorText); }
.ways[hidden], .note[hidden], .card-form[hidden] { display: none; }
.way { display: flex; gap: 8px; align-items: center; min-height: 44px; padding: 0 12px; border: 1px solid var(--inputColorBorder); border-radius: var(--borderRadius); cursor: pointer; }
.way:has(:checked) { border-color: var(--inputFocusColorBorder); }
.Error { margin: var(--spacingUnit) 0 0; font-size: var(--fontSizeSm); color: var(--colorDanger); }
.Error:empty { display: none; }
.note { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: baseline; margin: 0; font-size: var(--fontSizeSm); color: var(--colorTextSecondary); }
.note button { padding: 2px 0; font: inherit; color: var(--colorText); background: none; border: 0; text-decoration: underline; cursor: pointer; }
.note button:focus-visible { outline: 2px solid var(--colorText); outline-offset: 2px; border-radius: 3px; }
@media (max-width: 380px) { .card-form > .place { grid-column: 1 / -1; } }
@media (max-width: 300px) { .card-form { grid-template-columns: 1fr; } }
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`;
