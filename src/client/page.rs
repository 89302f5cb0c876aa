//! Lists of any length: page by page, and complete or not at all (case R18).

use k8s_openapi::{Metadata, apimachinery::pkg::apis::meta::v1::ObjectMeta};
use kube::{Error, api::ListParams};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, value::RawValue};

use super::{Cluster, read::collection};
use crate::domain::json;

/// Objects asked for in one page of a list.
const PAGE: u32 = 500;

/// A page of a list.
#[derive(Deserialize)]
struct Page<T> {
    #[serde(default)]
    kind: String,
    #[serde(default)]
    metadata: Value,
    #[serde(default = "none")]
    items: Option<Vec<T>>,
}

fn none<T>() -> Option<Vec<T>> {
    None
}

impl Cluster {
    /// The items of a list, each as the text the server sent.
    pub(super) async fn list_raw(&self, path: &str, selector: Option<&str>) -> Result<Vec<Box<RawValue>>, Error> {
        let params = ListParams {
            label_selector: selector.map(str::to_owned),
            ..ListParams::default()
        };
        self.pages(path, params, |_| {}).await
    }

    /// The objects of a list, of one namespace or of the whole cluster. Who manages which field is dropped: it is most of an
    /// object, and of these kinds nobody asks for it.
    pub(super) async fn list_all<K>(&self, namespace: Option<&str>, params: ListParams) -> Result<Vec<K>, Error>
    where
        K: k8s_openapi::Resource + DeserializeOwned + Metadata<Ty = ObjectMeta>,
    {
        let path = collection(K::API_VERSION, namespace, K::URL_PATH_SEGMENT);
        self.pages(&path, params, |object: &mut K| {
            object.metadata_mut().managed_fields = None
        })
        .await
    }

    /// The items of all pages, each shortened as it comes.
    pub(super) async fn pages<T: DeserializeOwned>(
        &self,
        path: &str,
        params: ListParams,
        shorten: impl Fn(&mut T),
    ) -> Result<Vec<T>, Error> {
        let mut items = Vec::new();
        let mut token = String::new();
        let mut limited = true;
        loop {
            let page = ListParams {
                limit: limited.then_some(PAGE),
                continue_token: Some(&token).filter(|token| !token.is_empty()).cloned(),
                ..params.clone()
            };
            let request = kube::core::Request::new(path)
                .list(&page)
                .map_err(Error::BuildRequest)?;
            let text = match self.client().request_text(request).await {
                // The rest of the list is too old to be had: as kubectl's reader, all of it again in one piece.
                Err(Error::Api(status)) if status.code == 410 && limited && !token.is_empty() => {
                    (items, token, limited) = (Vec::new(), String::new(), false);
                    continue;
                }
                text => text?,
            };
            let page: Page<T> =
                serde_json::from_str(&text).map_err(|error| Error::SerdeError(named::<T>(&text, error)))?;
            // An empty list may come without items; what is no list is not an empty one.
            if page.items.is_none() && !page.kind.ends_with("List") {
                return Err(Error::SerdeError(serde::de::Error::custom("the answer is no list")));
            }
            items.extend(page.items.into_iter().flatten().map(|mut item| {
                shorten(&mut item);
                item
            }));
            json::text(&page.metadata, &["continue"]).clone_into(&mut token);
            if !token.is_empty() {
                continue;
            }
            // More is there than was sent, and nobody said how to get it: a part is never taken for the whole.
            if limited && json::int(&page.metadata, &["remainingItemCount"]) > 0 {
                (items, limited) = (Vec::new(), false);
                continue;
            }
            return Ok(items);
        }
    }
}

/// The error with the name of the item that cannot be read. Without that item the list would be a part taken for the whole.
fn named<T: DeserializeOwned>(text: &str, error: serde_json::Error) -> serde_json::Error {
    let items = serde_json::from_str::<Page<Value>>(text)
        .ok()
        .and_then(|page| page.items);
    let odd = items.into_iter().flatten().find_map(|item| {
        let text = |field| json::text(&item, &["metadata", field]).to_owned();
        let name = [text("namespace"), text("name")].join("/");
        let error = serde_json::from_value::<T>(item).err()?;
        Some(format!(
            "{} of the list cannot be read: {error}",
            name.trim_start_matches('/')
        ))
    });
    odd.map_or(error, serde::de::Error::custom)
}
