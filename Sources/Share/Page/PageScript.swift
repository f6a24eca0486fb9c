/// The script of pages that take uploads: files may be dropped on the page, the progress is shown,
/// and then what the folder holds. Without it the form works all the same.
enum PageScript {
    /// JavaScript, as it stands in the page.
    static let text: StaticString = """
        (() => {
            const form = document.forms.upload;
            const bar = form.querySelector('progress');
            const words = form.querySelector('output');
            const list = form.querySelector('ul');
            const button = form.querySelector('button');
            let busy = false;
            const filled = (text, values) =>
                text.replace(/[{]([a-z]+)[}]/g, (all, name) => values[name] ?? all);
            const read = text => new DOMParser().parseFromString(text, 'text/html');
            const tell = (text, good) => {
                const item = document.createElement('li');
                item.className = good ? 'good' : 'bad';
                item.textContent = text;
                list.append(item);
            };
            const post = (file, before, total) => new Promise(resolve => {
                const body = new FormData();
                if (form.elements.overwrite.checked) body.append('overwrite', '1');
                body.append('file', file, file.name);
                const request = new XMLHttpRequest();
                request.upload.onprogress = event => {
                    bar.value = Math.min(1, (before + event.loaded) / (total || 1));
                    const percent = Math.floor(100 * bar.value);
                    words.textContent = filled(form.dataset.progress, {name: file.name, percent});
                };
                request.onloadend = () => resolve(request);
                request.open('POST', location.pathname);
                request.setRequestHeader('Accept', 'text/html');
                request.send(body);
            });
            const told = (file, request) => {
                const page = read(request.responseText);
                const items = page.querySelectorAll('main li');
                for (const item of items) tell(item.textContent, item.className === 'good');
                if (items.length) return;
                const reason = page.querySelector('main p');
                tell(reason ? file.name + ': ' + reason.textContent
                    : filled(form.dataset.broken, {name: file.name}), false);
            };
            const send = async files => {
                if (busy || !files.length) return;
                busy = button.disabled = true;
                bar.hidden = false;
                bar.value = 0;
                list.replaceChildren();
                const total = files.reduce((sum, file) => sum + file.size, 0);
                let before = 0;
                for (const file of files) {
                    told(file, await post(file, before, total));
                    before += file.size;
                }
                form.reset();
                busy = button.disabled = false;
                bar.hidden = true;
                words.textContent = '';
                const page = read(await (await fetch(location.href)).text());
                for (const part of ['.facts', 'table', '.empty']) {
                    const old = document.querySelector(part);
                    const fresh = page.querySelector(part);
                    if (old && fresh) old.replaceWith(fresh);
                    else if (old) old.remove();
                }
            };
            form.querySelector('span').hidden = false;
            form.addEventListener('submit', event => {
                event.preventDefault();
                send([...form.elements.file.files]);
            });
            addEventListener('dragover', event => {
                event.preventDefault();
                form.classList.add('over');
            });
            addEventListener('dragleave', event => {
                if (!event.relatedTarget) form.classList.remove('over');
            });
            addEventListener('drop', event => {
                event.preventDefault();
                form.classList.remove('over');
                send([...event.dataTransfer.files]);
            });
        })();
        """
}
