//! What a watch has seen so far: objects by name, through re-lists without gaps.

use std::collections::BTreeMap;

use kube::runtime::watcher::Event;

/// Objects by name; a re-list is collected apart and put in place at its end.
pub(super) struct Store<T> {
    pub(super) objects: BTreeMap<String, T>,
    relisted: BTreeMap<String, T>,
    pub(super) complete: bool,
    /// Reading them is not allowed; they will never be complete.
    pub(super) forbidden: bool,
}

impl<T> Default for Store<T> {
    fn default() -> Self {
        Self {
            objects: BTreeMap::new(),
            relisted: BTreeMap::new(),
            complete: false,
            forbidden: false,
        }
    }
}

impl<T> Store<T> {
    /// Takes one event in; `read` turns an object into what is kept, or `None` for one that is not ours.
    pub(super) fn apply<K: kube::ResourceExt>(&mut self, event: Event<K>, read: impl Fn(K) -> Option<T>) {
        match event {
            Event::Init => self.relisted.clear(),
            Event::InitApply(object) => {
                let name = object.name_any();
                if let Some(kept) = read(object) {
                    self.relisted.insert(name, kept);
                }
            }
            Event::InitDone => {
                self.objects = std::mem::take(&mut self.relisted);
                self.complete = true;
            }
            Event::Apply(object) => {
                let name = object.name_any();
                match read(object) {
                    Some(kept) => self.objects.insert(name, kept),
                    None => self.objects.remove(&name),
                };
            }
            Event::Delete(object) => {
                self.objects.remove(&object.name_any());
            }
        }
    }

    /// Whether everything that may be read has been.
    pub(super) fn settled(&self) -> bool {
        self.complete || self.forbidden
    }
}

#[cfg(test)]
mod tests {
    use k8s_openapi::api::core::v1::Pod;
    use serde_json::json;

    use super::*;

    fn pod(name: &str) -> Pod {
        serde_json::from_value(json!({"metadata": {"name": name}})).expect("a pod")
    }

    fn names(store: &Store<String>) -> Vec<&str> {
        store.objects.keys().map(String::as_str).collect()
    }

    #[test]
    fn a_relist_replaces_everything_at_its_end_and_not_before() {
        let mut store = Store::default();
        let mut apply = |event| {
            store.apply(event, |pod: Pod| pod.metadata.name);
            (names(&store).join(" "), store.settled())
        };
        assert_eq!(apply(Event::Init), (String::new(), false));
        assert_eq!(
            apply(Event::InitApply(pod("a"))),
            (String::new(), false),
            "not complete yet"
        );
        assert_eq!(apply(Event::InitDone), ("a".to_owned(), true));
        assert_eq!(apply(Event::Apply(pod("b"))), ("a b".to_owned(), true));
        // The watch was lost; meanwhile a went and c came.
        assert_eq!(apply(Event::Init), ("a b".to_owned(), true));
        assert_eq!(apply(Event::InitApply(pod("b"))), ("a b".to_owned(), true));
        assert_eq!(apply(Event::InitApply(pod("c"))), ("a b".to_owned(), true));
        assert_eq!(apply(Event::InitDone), ("b c".to_owned(), true));
        assert_eq!(apply(Event::Delete(pod("b"))), ("c".to_owned(), true));
    }

    #[test]
    fn an_object_that_is_no_longer_ours_goes() {
        let mut store = Store::default();
        store.apply(Event::Apply(pod("a")), |pod: Pod| pod.metadata.name);
        store.apply(Event::Apply(pod("a")), |_: Pod| None);
        assert!(names(&store).is_empty());
    }
}
