// The block in the editor: its settings beside, and a preview that the server renders. It saves nothing but its settings.
(function ({ blocks, element, blockEditor, components, serverSideRender }, texts) {
  const { createElement: el, Fragment } = element;
  const { Disabled, PanelBody, SelectControl, TextControl, ToggleControl } = components;

  const choices = (names) => [
    { value: '', label: texts.asPublished },
    ...names.map(([value, label]) => ({ value, label })),
  ];
  const layouts = [
    ['card', texts.card],
    ['links', texts.linksOnly],
    ['button', texts.button],
    ['floating', texts.floating],
  ];
  const themes = [
    ['auto', texts.auto],
    ['light', texts.light],
    ['dark', texts.dark],
    ['match', texts.match],
  ];

  function Edit({ attributes, setAttributes }) {
    const field = (name, label, more) =>
      el(TextControl, {
        label,
        value: attributes[name],
        onChange: (value) => setAttributes({ [name]: value }),
        ...more,
      });
    const select = (name, label, names) =>
      el(SelectControl, {
        label,
        value: attributes[name],
        options: choices(names),
        onChange: (value) => setAttributes({ [name]: value }),
      });
    /** Writes one of two words; '' leaves the attribute out. */
    const toggle = (name, label, on, off) =>
      el(ToggleControl, {
        label,
        checked: attributes[name] === on,
        onChange: (isOn) => setAttributes({ [name]: isOn ? on : off }),
      });
    const handle = field('profile', texts.handle, { placeholder: 'ada' });
    const isNamed = attributes.profile !== '' || attributes.src !== '';
    return el(
      Fragment,
      null,
      el(
        blockEditor.InspectorControls,
        null,
        el(PanelBody, { title: 'Busker' }, handle),
        el(
          PanelBody,
          { title: texts.looks, initialOpen: false },
          select('layout', texts.layout, layouts),
          select('theme', texts.theme, themes),
          field('accent', texts.accent, { placeholder: '#0b6e4f' }),
          field('locale', texts.locale, { placeholder: 'de' }),
          toggle('links', texts.links, '', 'off'),
        ),
        el(
          PanelBody,
          { title: texts.tipping, initialOpen: false },
          toggle('tips', texts.tips, '', 'off'),
          field('amounts', texts.amounts, { placeholder: '3, 5, 10' }),
          field('for', texts.for),
          toggle('goal', texts.goal, 'on', ''),
          field('wall', texts.wall, { type: 'number', min: 0, max: 50 }),
          toggle('pay', texts.hosted, 'hosted', ''),
        ),
        el(
          PanelBody,
          { title: texts.advanced, initialOpen: false },
          field('placement', texts.placement, { placeholder: 'footer' }),
          toggle('consent', texts.consent, 'wait', ''),
          field('every', 'every', { placeholder: 'month year' }),
          field('return', 'return', { placeholder: 'receipt' }),
          field('src', 'src', { placeholder: '/ada.json' }),
        ),
      ),
      el(
        'div',
        blockEditor.useBlockProps(),
        isNamed
          ? el(Disabled, null, el(serverSideRender, { block: 'busker/card', attributes, httpMethod: 'POST' }))
          : handle,
      ),
    );
  }

  blocks.registerBlockType('busker/card', { edit: Edit, save: () => null });
})(window.wp, window.buskerBlock);
