/// The style of all pages.
enum PageStyle {
    /// CSS, as it stands in each page.
    static let text: StaticString = """
        :root {
            color-scheme: light dark;
            --ink: #1b2530; --dim: #5a6876; --line: #e2e7ed; --edge: #b9c4cf; --paper: #fff; --wash: #f4f7fa;
            --accent: #0a5fb4; --on-accent: #fff; --good: #1a7a48; --bad: #b3261e;
        }
        @media (prefers-color-scheme: dark) {
            :root {
                --ink: #dde5ed; --dim: #95a3b1; --line: #29323c; --edge: #46535f; --paper: #11161b; --wash: #1a2129;
                --accent: #71b7ff; --on-accent: #0b1a2a; --good: #62cf95; --bad: #ff8a80;
            }
        }
        * { box-sizing: border-box; }
        html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
        body {
            margin: 0 auto; max-width: 62rem; padding: 1.5rem 1.25rem 4rem;
            font: 1rem/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
            color: var(--ink); background: var(--paper);
        }
        a { color: var(--accent); text-decoration: none; }
        a:hover, a:focus-visible { text-decoration: underline; }
        :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
        nav { font-size: 1.3rem; font-weight: 600; line-height: 1.35; overflow-wrap: anywhere; }
        nav i { font-style: normal; font-weight: 400; color: var(--dim); padding: 0 .35em; }
        h1 { font-size: 1.3rem; margin: 1.5rem 0 .25rem; }
        .facts {
            display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: .35rem 0 1.25rem;
            color: var(--dim); font-size: .9rem;
        }
        .upload {
            display: flex; flex-wrap: wrap; align-items: center; gap: .75rem 1rem;
            margin: 0 0 1.25rem; padding: .9rem 1rem;
            border: 1.5px dashed var(--edge); border-radius: .6rem; background: var(--wash);
        }
        .upload.over { border-color: var(--accent); }
        .upload label, .upload span { order: 1; color: var(--dim); font-size: .9rem; }
        input[type=file] { flex: 1 1 15rem; min-width: 0; max-width: 100%; font: inherit; color: inherit; }
        input[type=checkbox] { accent-color: var(--accent); margin: 0 .35em 0 0; vertical-align: -.1em; }
        ::file-selector-button, button {
            font: inherit; font-weight: 600; padding: .4rem .9rem; border-radius: .4rem; cursor: pointer;
        }
        ::file-selector-button {
            margin-right: .75rem; border: 1px solid var(--edge);
            background: var(--paper); color: var(--ink);
        }
        button { border: 0; background: var(--accent); color: var(--on-accent); }
        .facts button {
            padding: 0; border: 0; background: none; color: var(--accent); font: inherit;
        }
        .facts button:hover, .facts button:focus-visible { text-decoration: underline; }
        button:disabled { opacity: .5; cursor: default; }
        progress { order: 2; flex: 1 1 100%; width: 100%; height: .6rem; accent-color: var(--accent); }
        output { order: 3; flex: 1 1 100%; font-size: .9rem; color: var(--dim); }
        .upload ul { order: 4; flex: 1 1 100%; margin: 0; font-size: .9rem; }
        .upload li:last-child { border: 0; }
        [hidden], output:empty, ul:empty { display: none; }
        table, thead, tbody { display: block; }
        tr {
            display: grid; grid-template-columns: minmax(0, 1fr) 7rem 12rem; align-items: center;
            border-bottom: 1px solid var(--line);
        }
        tbody tr { content-visibility: auto; contain-intrinsic-size: auto 2.35rem; }
        th, td { padding: .42rem .5rem; text-align: left; }
        th { font-size: .85rem; font-weight: 600; color: var(--dim); white-space: nowrap; }
        th a { color: inherit; }
        th:nth-child(2), td:nth-child(2) { text-align: right; }
        th:nth-child(3), td:nth-child(3) { text-align: right; }
        td { color: var(--dim); font-size: .9rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
        td:first-child { font-size: 1rem; color: var(--ink); white-space: normal; overflow-wrap: anywhere; }
        tbody tr:hover { background: var(--wash); }
        td:first-child { padding-left: 2.1rem; }
        td a { display: block; }
        td a::before {
            content: ""; float: left; width: 16px; height: 16px; margin: .25rem 0 0 -1.6rem;
            background: var(--dim); opacity: .75;
            clip-path: path(evenodd, "M3 0h7l4 4v12H3zM4.2 1.2v13.6h8.6V5H9V1.2z");
        }
        .d a { font-weight: 600; }
        .d a::before {
            background: var(--accent); opacity: 1;
            clip-path: path("M1 2.5h5l1.6 1.7H15a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H1a1 1 0 0 1-1-1v-9.7a1 1 0 0 1 1-1z");
        }
        .u a::before {
            background: var(--dim); opacity: 1;
            clip-path: path("M8 2l6 6-1.4 1.4L9 5.8V14H7V5.8L3.4 9.4 2 8z");
        }
        .empty { color: var(--dim); padding: 2rem 0; text-align: center; }
        ul { padding: 0; list-style: none; }
        li { padding: .35rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
        .good { color: var(--good); }
        .bad { color: var(--bad); }
        @media (hover: none) { .upload span { display: none; } }
        @media (max-width: 40rem) {
            body { padding: 1rem .9rem 3rem; }
            tr { display: flex; flex-wrap: wrap; gap: 0 .9rem; padding: .4rem 0; }
            tbody tr { contain-intrinsic-size: auto 3.4rem; }
            th, td, th:nth-child(n), td:nth-child(n) { padding: 0; text-align: left; }
            td { font-size: .82rem; }
            td:empty { display: none; }
            td:first-child { flex: 1 1 100%; padding: .1rem 0 .1rem 1.7rem; line-height: 1.35; }
            td:nth-child(2) { margin-left: 1.7rem; }
            .d td:nth-child(3) { margin-left: 1.7rem; }
            td a::before { margin-top: .1rem; }
            thead tr { gap: 0 1.5rem; }
        }
        """
}
